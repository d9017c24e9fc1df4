package io.holdfast.server.http;

import org.jspecify.annotations.Nullable;

/** What the gate says of a request before its handler. */
sealed interface Verdict {

    /** The handler may have it. */
    record Admitted() implements Verdict {}

    /** A browser asks whether it may ask. */
    record Preflight() implements Verdict {}

    record Refused(Problem problem, @Nullable String detail) implements Verdict {}

    /** A wrong secret; the answer is delayed so that guessing is slow. */
    record Unauthorized() implements Verdict {}

    record RateLimited(long retrySeconds) implements Verdict {}

    Verdict ADMITTED = new Admitted();
    Verdict PREFLIGHT = new Preflight();
    Verdict UNAUTHORIZED = new Unauthorized();
    Verdict NOT_FOUND = new Refused(Problem.NOT_FOUND, null);
    Verdict METHOD_NOT_ALLOWED = new Refused(Problem.METHOD_NOT_ALLOWED, null);
}
