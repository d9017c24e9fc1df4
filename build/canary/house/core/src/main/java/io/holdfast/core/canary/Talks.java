package io.holdfast.core.canary;

// must fail: prints
// must fail: todo-without-issue
final class Talks {

    // TODO say it in a log
    void talk() {
        // TODO #12: this one is an issue, and may stay.
        System.out.println("hello");
    }
}
