package io.holdfast.server.http;

/** The errors that the HTTP listener reports itself; each API defines their format. */
public enum Problem {
    BAD_REQUEST(400, "bad_request"),
    UNAUTHORIZED(401, "unauthorized"),
    FORBIDDEN(403, "forbidden"),
    NOT_FOUND(404, "not_found"),
    METHOD_NOT_ALLOWED(405, "method_not_allowed"),
    BODY_TOO_LARGE(413, "body_too_large"),
    PATH_TOO_LONG(414, "path_too_long"),
    RATE_LIMITED(429, "rate_limited"),
    HEAD_TOO_LARGE(431, "head_too_large"),
    INTERNAL(500, "internal"),
    UNAVAILABLE(503, "unavailable");

    private final int status;
    private final String code;

    Problem(int status, String code) {
        this.status = status;
        this.code = code;
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }
}
