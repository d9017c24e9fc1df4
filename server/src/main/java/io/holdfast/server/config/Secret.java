package io.holdfast.server.config;

/** A text that must not be printed: it shows itself as stars wherever it is logged by accident. */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
