package io.holdfast.bench.pools;

import io.holdfast.bench.load.AskingAhead;
import io.holdfast.bench.load.Parts;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;

/** Creates pools and borrows from them with pipelined requests on a few connections. */
final class Filling {

    private static final int CONNECTIONS = 8;

    private final Subject subject;
    private final PoolDialogues dialogues;

    Filling(Subject subject, PoolDialogues dialogues) {
        this.subject = subject;
        this.dialogues = dialogues;
    }

    /** Creates the pools of these numbers, each with this number of leases of one day. */
    void fill(int from, int to, int leases) throws IOException, InterruptedException {
        Parts.run(CONNECTIONS, part -> fillPart(from + part, to, leases));
    }

    private void fillPart(int first, int to, int leases) throws IOException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            for (int number = first; number < to; number += CONNECTIONS) {
                String pool = dialogues.pool(number);
                StringBuilder ahead = new StringBuilder();
                ahead.append(
                        dialogues.request("PUT", pool, "{\"count\":" + PoolDialogues.SLOTS + "}"));
                for (int i = 0; i < leases; i++) {
                    ahead.append(dialogues.request("POST", pool + "/borrow", "{\"ttl\":86400}"));
                }
                talk.ask(ahead.toString());
                talk.hear(leases + 1);
            }
        }
    }
}
