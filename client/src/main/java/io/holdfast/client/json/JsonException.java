package io.holdfast.client.json;

/** A text is not JSON, or lacks an expected field. The message says where and why. */
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
