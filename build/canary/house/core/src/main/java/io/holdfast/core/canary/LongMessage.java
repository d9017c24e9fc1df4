package io.holdfast.core.canary;

// must fail: sentence-too-long

final class LongMessage {

    static final String TEXT = "this message goes on after the point at which a reader has already "
            + "lost its beginning, because it adds one more fact, and then another one, and even "
            + "then it does not stop";

    private LongMessage() {}
}
