package io.holdfast.server.line;

/** Receives a notification for every answered request. */
@FunctionalInterface
public interface LineMeter {

    /** Ignores all notifications. */
    LineMeter NONE = (verb, word) -> {};

    void answered(Verb verb, Word word);
}
