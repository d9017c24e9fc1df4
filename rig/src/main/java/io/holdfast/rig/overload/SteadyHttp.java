package io.holdfast.rig.overload;

import io.holdfast.rig.history.Findings;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A well-behaved client over HTTP, with one session on one connection. */
final class SteadyHttp extends Steady {

    private final Caller caller;

    SteadyHttp(
            String name,
            Caller caller,
            Findings findings,
            Supplier<Latencies> latencies,
            BooleanSupplier over) {
        super(name, findings, latencies, over);
        this.caller = caller;
    }

    @Override
    @Nullable
    String take(String key) throws IOException {
        Reply reply = caller.acquire(key, 5, LEASE_SECONDS);
        boolean refused = reply.status() == 503 || reply.status() == 507;
        return refused ? null : expect(200, reply).text("token");
    }

    @Override
    void renew(String key, String token) throws IOException {
        expect(200, caller.renew(key, token));
    }

    @Override
    void giveBack(String key, String token) throws IOException {
        expect(204, caller.release(key, token));
    }

    private static Reply expect(int status, Reply reply) throws IOException {
        if (reply.status() != status) {
            throw new IOException("expected " + status + ", got " + reply.line());
        }
        return reply;
    }
}
