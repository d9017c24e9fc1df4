package io.holdfast.server.nodes;

import java.util.List;

/** A request that the contract refuses, in the words of its envelope. */
final class BadNode extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient List<String> details;

    BadNode(int status, String code, String message, List<String> details) {
        // Thrown for what clients send, so the stack would only cost time.
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = List.copyOf(details);
    }

    /** Something that can be read and is not allowed. */
    static BadNode invalid(String message, String... details) {
        return new BadNode(422, NodeErrors.INVALID, message, List.of(details));
    }

    /** Something that cannot be read. */
    static BadNode unreadable(String message) {
        return new BadNode(400, "bad_request", message, List.of());
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    String message() {
        return String.valueOf(getMessage());
    }

    List<String> details() {
        return details;
    }
}
