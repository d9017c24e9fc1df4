package io.holdfast.server;

/** The two ways in which a party can speak with the server. */
public enum Transport {
    HTTP,
    LINE
}
