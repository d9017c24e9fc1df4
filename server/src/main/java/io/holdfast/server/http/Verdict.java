package io.holdfast.server.http;

import io.holdfast.server.auth.Decision;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the gate says of a request before its handler. */
sealed interface Verdict {

    /** The handler may have it. */
    record Admitted() implements Verdict {}

    /** A browser asks whether it may ask. */
    record Preflight() implements Verdict {}

    /** No route has the path. */
    record NotFound() implements Verdict {}

    /** Routes have the path, but none of them has the method. */
    record MethodNotAllowed() implements Verdict {}

    record Refused(Problem problem, @Nullable String detail) implements Verdict {}

    /** Nobody that is known; the answer is delayed so that guessing is slow. */
    record Unauthorized(String why) implements Verdict {}

    /** Who asks cannot be found out now. */
    record Unavailable(String why, long retrySeconds) implements Verdict {}

    /** Who asks is known later; the gate has to be asked again then. */
    record Pending(CompletionStage<Decision> decision) implements Verdict {}

    record RateLimited(long retrySeconds) implements Verdict {}

    Verdict ADMITTED = new Admitted();
    Verdict PREFLIGHT = new Preflight();
    Verdict NOT_FOUND = new NotFound();
    Verdict METHOD_NOT_ALLOWED = new MethodNotAllowed();
}
