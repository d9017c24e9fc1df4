package io.holdfast.rig.claims;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client that behaves like Nessy's: it registers, polls while the answer is 409, renews while
 * it holds, validates, then releases; sometimes it withdraws while it waits. A request that fails
 * with a 5xx or without a connection is retried. One that fails with a 4xx is not: a live claim
 * must not get one.
 */
final class ScriptedClient implements Runnable {

    private static final String TTL = "60";
    private static final long RETRY_NANOS = 50_000_000L;
    private static final long POLL_NANOS = 20_000_000L;

    private final int number;
    private final Random random;
    private final int resources;
    private final IntSupplier port;
    private final BooleanSupplier enough;
    private final Findings findings;
    private final Holders holders;
    private @Nullable Wire wire;
    private int wirePort;
    private int keys;

    ScriptedClient(
            int number,
            long seed,
            int resources,
            IntSupplier port,
            BooleanSupplier enough,
            Findings findings,
            Holders holders) {
        this.number = number;
        this.random = new Random(seed);
        this.resources = resources;
        this.port = port;
        this.enough = enough;
        this.findings = findings;
        this.holders = holders;
    }

    @Override
    public void run() {
        while (!enough.getAsBoolean() && findings.none()) {
            turn("resource-" + random.nextInt(resources));
        }
        if (wire != null) {
            wire.close();
        }
    }

    /** From registering to the end of the claim. */
    private void turn(String resource) {
        String data = "{\"client\":" + number + "}";
        Reply made = ask(new Request(
                        "POST",
                        "//v1/claims/",
                        null,
                        null,
                        "{\"resource\":\"" + resource + "\",\"ttl\":\"" + TTL + "\",\"user_data\":"
                                + data + "}")
                .withKey("client-" + number + "-" + keys++));
        if (made == null || !is(made, 201, 202)) {
            return;
        }
        String url = made.headers().getOrDefault("location", "");
        String path = url.substring(url.indexOf("/v1/"));
        long fence = number(made);
        if (made.status() == 202) {
            fence = poll(path);
            if (fence < 0) {
                return;
            }
        }
        holders.takes(resource, number, fence);
        hold(path);
        validate(path);
        holders.gives(resource, number);
        boolean abort = random.nextInt(10) == 0;
        end(path, abort ? "aborted" : "released");
    }

    /** Asks to be active until it is; now and then it has enough of waiting. */
    private long poll(String path) {
        while (true) {
            if (random.nextInt(40) == 0) {
                holders.withdrawals.increment();
                end(path, "withdrawn");
                return -1;
            }
            Reply reply = ask(patch(path, "{\"status\":\"active\"}"));
            if (reply == null) {
                return -1;
            }
            if (reply.status() == 200) {
                return number(reply);
            }
            if (!is(reply, 409)) {
                return -1;
            }
            holders.conflicts.increment();
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void hold(String path) {
        for (int i = random.nextInt(6); i > 0; i--) {
            Reply reply = ask(patch(path, "{\"ttl\":" + TTL + "}"));
            if (reply != null && is(reply, 200)) {
                holders.renewals.increment();
            }
            LockSupport.parkNanos(random.nextInt(5_000_000));
        }
    }

    private void validate(String path) {
        Reply reply = ask(Request.get(path));
        if (reply != null && is(reply, 200)) {
            holders.validations.increment();
            if (!reply.text("status").equals("active")) {
                findings.add(Kind.LOST, path + " is held, and " + reply.line());
            }
        }
    }

    private void end(String path, String status) {
        Request request = patch(path, "{\"status\":\"" + status + "\"}")
                .withKey("client-" + number + "-" + keys++);
        Reply reply = ask(request);
        if (reply != null) {
            is(reply, 204);
        }
    }

    private boolean is(Reply reply, int... statuses) {
        for (int status : statuses) {
            if (reply.status() == status) {
                return true;
            }
        }
        findings.add(Kind.LOST, "client " + number + " got " + reply.line());
        return false;
    }

    private static long number(Reply reply) {
        return Long.parseLong(reply.headers().getOrDefault("x-fence", "0"));
    }

    private static Request patch(String path, String body) {
        return new Request("PATCH", path, null, null, body);
    }

    /** Tries until there is an answer that is no trouble of the server's; null at the end. */
    private @Nullable Reply ask(Request request) {
        while (findings.none()) {
            int now = port.getAsInt();
            Wire open = wire;
            if (open == null || wirePort != now) {
                if (open != null) {
                    open.close();
                }
                open = new Wire(now);
                wire = open;
                wirePort = now;
            }
            Answer answer = open.send(request);
            if (answer instanceof Reply reply && reply.status() < 500) {
                return reply;
            }
            holders.retries.increment();
            LockSupport.parkNanos(RETRY_NANOS);
        }
        return null;
    }
}
