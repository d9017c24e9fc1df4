package io.holdfast.rig.nodes;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.nodes.Acknowledged.Lease;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One person at work: writes nodes, connects them, claims one, renews and extends, releases it. A
 * request that fails with a 5xx or without a connection is retried, and every step may be retried:
 * a claim of one's own renews, an existing edge is skipped, and a release without an answer is
 * answered by its key, even if another person has the node meanwhile.
 */
final class Worker implements Runnable {

    private static final long RETRY_NANOS = 50_000_000L;

    private final String name;
    private final Random random;
    private final IntSupplier port;
    private final BooleanSupplier enough;
    private final Findings findings;
    private final Acknowledged acknowledged;
    private @Nullable Wire wire;
    private int wirePort;
    private int written;
    private int keys;

    Worker(
            String name,
            long seed,
            IntSupplier port,
            BooleanSupplier enough,
            Findings findings,
            Acknowledged acknowledged) {
        this.name = name;
        this.random = new Random(seed);
        this.port = port;
        this.enough = enough;
        this.findings = findings;
        this.acknowledged = acknowledged;
    }

    @Override
    public void run() {
        write();
        while (!enough.getAsBoolean() && findings.none()) {
            if (random.nextInt(8) == 0) {
                write();
            }
            String node = acknowledged.one(random.nextInt(12));
            if (node != null) {
                turn(node);
            }
        }
        if (wire != null) {
            wire.close();
        }
    }

    private void write() {
        String id = "task-" + name + "-" + written++;
        Reply reply = ask(
                "/v1/nodes",
                "{\"nodes\":[{\"id\":\"" + id + "\",\"type\":\"task\",\"title\":\"T\","
                        + "\"summary\":\"s\",\"date\":\"2026-06-21\"}]}");
        // Asked a second time, it exists already: the first asking was heard and its answer lost.
        if (reply != null && is(reply, 200, 207)) {
            acknowledged.node(id);
        }
    }

    private void turn(String node) {
        Reply claimed = ask("/v1/nodes/" + node + "/claim", "{}");
        if (claimed == null || !is(claimed, 200, 409)) {
            return;
        }
        if (claimed.status() == 409) {
            acknowledged.conflicts.increment();
            LockSupport.parkNanos(random.nextInt(5_000_000));
            return;
        }
        Lease lease = new Lease(node, name, fence(claimed));
        acknowledged.takes(lease);
        for (int i = random.nextInt(6); i > 0; i--) {
            boolean extend = random.nextInt(5) == 0;
            Reply reply = ask(
                    "/v1/nodes/" + node + (extend ? "/extend" : "/renew"),
                    extend ? "{\"ms\":1000}" : "{}");
            if (reply == null || !is(reply, 200)) {
                return;
            }
            if (fence(reply) != lease.fence()) {
                findings.add(Kind.LOST, lease + " goes on as " + reply.line());
            }
            acknowledged.renewals.increment();
            LockSupport.parkNanos(random.nextInt(5_000_000));
        }
        join(node);
        acknowledged.gives(lease);
        Reply released = ask("/v1/nodes/" + node + "/release", "{}");
        if (released != null) {
            is(released, 200);
        }
    }

    private void join(String node) {
        String to = acknowledged.one(random.nextInt());
        if (to == null || random.nextInt(4) > 0) {
            return;
        }
        Reply reply = ask(
                "/v1/nodes/" + node + "/edges", "{\"type\":\"mentions\",\"to\":\"" + to + "\"}");
        // A node that has as many edges as it may have refuses more.
        if (reply != null && is(reply, 200, 422) && reply.status() == 200) {
            acknowledged.edge(node, "  - {type: mentions, to: " + to + "}\n");
        }
    }

    private static long fence(Reply reply) {
        return reply.json().get("lease") instanceof Map<?, ?> lease
                        && lease.get("fence") instanceof Number fence
                ? fence.longValue()
                : -1;
    }

    private boolean is(Reply reply, int... statuses) {
        for (int status : statuses) {
            if (reply.status() == status) {
                return true;
            }
        }
        findings.add(Kind.LOST, name + " got " + reply.line());
        return false;
    }

    /** Tries until there is an answer that is no trouble of the server's; null at the end. */
    private @Nullable Reply ask(String path, String body) {
        String key = name + "-" + keys++;
        Request request = new Request("POST", path, null, key, body);
        while (findings.none()) {
            int now = port.getAsInt();
            Wire open = wire;
            if (open == null || wirePort != now) {
                if (open != null) {
                    open.close();
                }
                open = new Wire(now, name);
                wire = open;
                wirePort = now;
            }
            Answer answer = open.send(request);
            if (answer instanceof Reply reply && reply.status() < 500) {
                return reply;
            }
            acknowledged.retries.increment();
            LockSupport.parkNanos(RETRY_NANOS);
        }
        return null;
    }
}
