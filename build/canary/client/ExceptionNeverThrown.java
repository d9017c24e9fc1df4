package io.holdfast.client.canary;

// must fail: [DeadException]
final class ExceptionNeverThrown {

    void refuse(int count) {
        if (count < 0) {
            new IllegalArgumentException("negative");
        }
    }
}
