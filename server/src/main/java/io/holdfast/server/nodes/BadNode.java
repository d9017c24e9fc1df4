package io.holdfast.server.nodes;

import java.util.List;

/** A request that the nodes API rejects, with the fields of its error envelope. */
final class BadNode extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient List<String> details;

    BadNode(int status, String code, String message, List<String> details) {
        // Client input causes it, so a stack trace would only cost time.
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = List.copyOf(details);
    }

    /** Creates an error for input that is readable but invalid. */
    static BadNode invalid(String message, String... details) {
        return new BadNode(422, NodeErrors.INVALID, message, List.of(details));
    }

    /** Creates an error for input that is not readable. */
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
