package io.holdfast.server.http;

import io.holdfast.server.auth.Decision;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The gate's decision on a request, before its handler. */
sealed interface Verdict {

    /** The request passes to its handler. */
    record Admitted() implements Verdict {}

    /** A CORS preflight request. */
    record Preflight() implements Verdict {}

    /** No route has the path. */
    record NotFound() implements Verdict {}

    /** Routes have the path, but none of them has the method. */
    record MethodNotAllowed() implements Verdict {}

    record Refused(Problem problem, @Nullable String detail) implements Verdict {}

    /** Authentication failed; the reply is delayed to slow down guessing. */
    record Unauthorized(String why) implements Verdict {}

    /** Authentication is temporarily impossible. */
    record Unavailable(String why, long retrySeconds) implements Verdict {}

    /** Authentication is in progress; the gate continues with its decision. */
    record Pending(CompletionStage<Decision> decision) implements Verdict {}

    record RateLimited(long retrySeconds) implements Verdict {}

    Verdict ADMITTED = new Admitted();
    Verdict PREFLIGHT = new Preflight();
    Verdict NOT_FOUND = new NotFound();
    Verdict METHOD_NOT_ALLOWED = new MethodNotAllowed();
}
