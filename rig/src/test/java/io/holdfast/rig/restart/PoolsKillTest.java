package io.holdfast.rig.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 during borrows: acknowledged leases must exist afterwards. */
final class PoolsKillTest {

    private static final int BORROWERS = 8;
    private static final int SLOTS = 1000;
    private static final int ENOUGH = 120;

    private final String pool = "/l/" + UUID.randomUUID();

    /** Answers to borrows, by request key. */
    private final Map<String, String> lent = new ConcurrentHashMap<>();

    /** Keys whose return was acknowledged. */
    private final Set<String> returned = ConcurrentHashMap.newKeySet();

    /** Keys whose return was sent but not acknowledged: the slot may be held or free. */
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();

    private final CountDownLatch enough = new CountDownLatch(ENOUGH);

    @Test
    void acknowledgedLeasesSurviveAKillWithPositionAndExpiry(@TempDir Path directory)
            throws Exception {
        ServerCommand command = ServerCommand.durable(directory.resolve("data"));
        try (ServerProcess server = ServerProcess.start(command, directory);
                Wire wire = new Wire(server.port())) {
            wire.ask(new Request("PUT", pool, null, null, "{\"count\":" + SLOTS + "}"));
            List<Thread> borrowers = new ArrayList<>();
            for (int i = 0; i < BORROWERS; i++) {
                int borrower = i;
                borrowers.add(Thread.ofVirtual().start(() -> borrow(server.port(), borrower)));
            }
            assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
            server.kill();
            for (Thread borrower : borrowers) {
                borrower.join();
            }
        }
        try (ServerProcess server = ServerProcess.start(command, directory);
                Wire wire = new Wire(server.port())) {
            check(wire);
        }
    }

    /** Borrows until the server is gone, and returns every third slot. */
    private void borrow(int port, int borrower) {
        try (Wire wire = new Wire(port)) {
            for (int i = 0; ; i++) {
                String key = borrower + "-" + i;
                if (!(wire.send(borrowAs(key)) instanceof Reply reply) || reply.status() != 200) {
                    return;
                }
                lent.put(key, reply.body());
                enough.countDown();
                if (i % 3 == 0) {
                    unknown.add(key);
                    Answer answer = wire.send(giveBack(reply.text("lease")));
                    if (!(answer instanceof Reply)) {
                        return;
                    }
                    returned.add(key);
                    unknown.remove(key);
                }
            }
        }
    }

    private void check(Wire wire) throws IOException {
        Set<Long> positions = new HashSet<>();
        for (Map.Entry<String, String> entry : lent.entrySet()) {
            String key = entry.getKey();
            // The same request gets the same answer: lease, position, time and fence.
            Reply again = wire.ask(borrowAs(key));
            assertThat(again.body()).isEqualTo(entry.getValue());
            if (unknown.contains(key)) {
                continue;
            }
            String held = returned.contains(key) ? "false" : "true";
            if (!returned.contains(key)) {
                assertThat(positions.add(again.number("position"))).isTrue();
            }
            assertThat(wire.ask(giveBack(again.text("lease"))).body())
                    .isEqualTo("{\"returned\":" + held + "}\n");
        }
        assertThat(lent).hasSizeGreaterThanOrEqualTo(ENOUGH);
        assertThat(positions).isNotEmpty();
    }

    private Request borrowAs(String key) {
        return Request.post(pool + "/borrow", null, "{\"ttl\":3600}").withKey(key);
    }

    private Request giveBack(String lease) {
        return Request.post(pool + "/return", null, "{\"lease\":\"" + lease + "\"}");
    }
}
