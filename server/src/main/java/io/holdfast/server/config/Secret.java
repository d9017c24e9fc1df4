package io.holdfast.server.config;

/** A text that must not be printed: its string form is stars, in case it is logged by accident. */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
