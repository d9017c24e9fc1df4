package io.holdfast.client.canary;

// must fail: [UnusedVariable]
final class NeverRead {

    private int count;

    void add() {
        count = 1;
    }
}
