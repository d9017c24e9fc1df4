package io.holdfast.server.line;

/** Told of every request that was answered. */
@FunctionalInterface
public interface LineMeter {

    /** Nobody wants to know. */
    LineMeter NONE = (verb, word) -> {};

    void answered(Verb verb, Word word);
}
