package io.holdfast.server.terraform;

import io.holdfast.core.value.ClaimState;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Encodes replies. Terraform reads only the status, and of 423 and 409 the LockInfo. It accepts no
 * other success than 200.
 */
final class Replies {

    private static final byte[] UNLOCKED = ascii("{\"status\":\"unlocked\"}\n");
    private static final byte[] BROKEN = ascii("{\"status\":\"broken\"}\n");

    private Replies() {}

    static void locked(Exchange exchange, ClaimState state) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(state.ttlNanos());
        exchange.header("X-Fence", Long.toString(state.fence()));
        exchange.reply(
                200,
                ascii("{\"status\":\"locked\",\"lease_s\":" + seconds + ",\"fence\":"
                        + state.fence() + "}\n"));
    }

    static void unlocked(Exchange exchange) {
        exchange.reply(200, UNLOCKED);
    }

    static void broken(Exchange exchange) {
        exchange.reply(200, BROKEN);
    }

    /** Replies to a lock with the LockInfo of the holder. */
    static void held(Exchange exchange, Holder holder) {
        exchange.reply(423, holder.json());
    }

    /** Replies to an unlock of another lock with the LockInfo of the holder. */
    static void other(Exchange exchange, Holder holder) {
        exchange.reply(409, holder.json());
    }

    /** @param last the claim that ended last; null if it is not the caller's */
    static void notHeld(Exchange exchange, @Nullable ClaimState last) {
        String why = last == null
                ? "nothing holds this lock, or no longer under this ID"
                : switch (last.status()) {
                    case EXPIRED -> "the lease of this lock expired; see ?lease=";
                    case REVOKED -> "this lock was broken";
                    case WAITING, ACTIVE, RELEASED, ABORTED, WITHDRAWN ->
                        "this lock was ended as " + last.status().text();
                };
        exchange.reply(404, ErrorShape.json("not_held", why));
    }

    static void foreign(Exchange exchange) {
        String why = "another principal holds this lock";
        exchange.denied(why);
        exchange.refuse(Problem.FORBIDDEN, why);
    }

    /** The holder changed between two steps; the client retries a 503. */
    static void changed(Exchange exchange) {
        exchange.header("Retry-After", "1")
                .refuse(Problem.UNAVAILABLE, "the lock was changed meanwhile; retry");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
