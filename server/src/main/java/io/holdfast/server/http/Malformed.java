package io.holdfast.server.http;

/**
 * What is wrong with the bytes of a request. Always ends the connection: after it, nobody can say
 * where the next request begins. Carries no stack, because strangers decide how often it is thrown.
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
