package io.holdfast.server.http;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.server.http.ErrorShape.ErrorReply;

/** The error format of an API, for outcomes that every command may have. */
@FunctionalInterface
public interface RefusalShape {

    /** The format of a request without a route. */
    RefusalShape JSON = (outcome, text) -> ErrorShape.JSON.render(Problem.UNAVAILABLE, text);

    ErrorReply render(Outcome.Shared outcome, String text);
}
