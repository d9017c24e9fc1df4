package io.holdfast.client;

/** A call failed: a member refused it, or no member answered. */
public final class HoldfastException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The {@link #code()} if no member answered within the request timeout. */
    public static final String UNAVAILABLE = "unavailable";

    private final String code;
    private final int status;

    public HoldfastException(String code, int status, String message) {
        super(message);
        this.code = code;
        this.status = status;
    }

    /** Returns the usual HTTP status of a refusal with this code. */
    static int statusOf(String code) {
        return switch (code) {
            case "bad_request" -> 400;
            case "unauthorized" -> 401;
            case "forbidden" -> 403;
            case "not_found", "not_held" -> 404;
            case "session_gone" -> 410;
            case "rate_limited" -> 429;
            case "state_full" -> 507;
            case "max_locks", "max_waiters", "max_sessions", "max_sessions_per_ip", "max_data" ->
                503;
            case "draining", "overloaded", "storage_failed", "no_leader", "upgrading" -> 503;
            case "removed", "unavailable" -> 503;
            default -> 409;
        };
    }

    /** Returns the server's error code, such as {@code forbidden}, or {@link #UNAVAILABLE}. */
    public String code() {
        return code;
    }

    /** Returns the HTTP status of the refusal, or 0 if there was none. */
    public int status() {
        return status;
    }

    /** Returns true if no member answered, so that the outcome may be unknown. */
    public boolean isUnavailable() {
        return status == 0;
    }
}
