package io.holdfast.server.http;

/**
 * A syntax error in a request. It always ends the connection, because the start of the next request
 * is unknown. It has no stack trace, because clients decide how often it is thrown.
 */
final class Malformed extends Exception {

    private final transient Problem problem;
    private final String detail;

    Malformed(Problem problem, String detail) {
        super(detail, null, false, false);
        this.problem = problem;
        this.detail = detail;
    }

    static Malformed badRequest(String detail) {
        return new Malformed(Problem.BAD_REQUEST, detail);
    }

    Problem problem() {
        return problem;
    }

    String detail() {
        return detail;
    }
}
