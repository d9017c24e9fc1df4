package io.holdfast.server;

/** The two transports of a party. */
public enum Transport {
    HTTP,
    LINE
}
