package io.holdfast.server.http;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes a complete request to its handler, or sends the reply that the gate decided on. */
final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final long UNAUTHORIZED_DELAY_MILLIS = 100;
    private static final int PATH_SHOWN_MAX = 200;

    /** A UUID or a session id. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}");

    private final SecureRandom random = new SecureRandom();

    void dispatch(HttpExchange exchange, Verdict verdict) {
        if (verdict == Verdict.ADMITTED) {
            handle(exchange);
        } else {
            turnAway(exchange, verdict);
        }
    }

    private void turnAway(HttpExchange exchange, Verdict verdict) {
        switch (verdict) {
            case Verdict.Admitted() -> handle(exchange);
            case Verdict.Preflight() -> {
                exchange.setUncounted();
                exchange.replyEmpty(204);
            }
            case Verdict.NotFound() ->
                exchange.refuse(Problem.NOT_FOUND, "unknown path " + shown(exchange.rawPath()));
            case Verdict.MethodNotAllowed() -> {
                exchange.header("Allow", exchange.allow());
                exchange.refuse(Problem.METHOD_NOT_ALLOWED, "allowed methods: " + exchange.allow());
            }
            case Verdict.Refused(var problem, var detail) -> exchange.refuse(problem, detail);
            case Verdict.Unauthorized(var why) ->
                exchange.connection()
                        .executor()
                        .schedule(
                                () -> unauthorized(exchange, why),
                                UNAUTHORIZED_DELAY_MILLIS,
                                TimeUnit.MILLISECONDS);
            case Verdict.RateLimited(var retrySeconds) -> {
                exchange.header("Retry-After", Long.toString(retrySeconds));
                exchange.refuse(Problem.RATE_LIMITED, null);
            }
            case Verdict.Unavailable(var why, var retrySeconds) -> {
                exchange.header("Retry-After", Long.toString(retrySeconds));
                exchange.refuse(Problem.UNAVAILABLE, why);
            }
            case Verdict.Pending _ ->
                throw new IllegalStateException("dispatched before authentication completed");
        }
    }

    /** Returns the path without ids that are secrets, cut to a length that fits a message. */
    private static String shown(String path) {
        String plain = SECRET.matcher(path).replaceAll("{id}");
        return plain.length() <= PATH_SHOWN_MAX
                ? plain
                : plain.substring(0, PATH_SHOWN_MAX) + "...";
    }

    private static void unauthorized(HttpExchange exchange, String why) {
        exchange.header("WWW-Authenticate", "Bearer");
        exchange.refuse(Problem.UNAUTHORIZED, why);
    }

    private void handle(HttpExchange exchange) {
        Route route = Objects.requireNonNull(exchange.route());
        try {
            route.handler().handle(exchange);
        } catch (RuntimeException | StackOverflowError e) {
            byte[] bytes = new byte[6];
            random.nextBytes(bytes);
            String reference = HexFormat.of().formatHex(bytes);
            // The template, not the path, keeps client input out of the log.
            LOG.error("{} {} failed, reference {}", route.method(), route.template(), reference, e);
            exchange.refuse(Problem.INTERNAL, "reference " + reference);
        }
    }
}
