package io.holdfast.bench.nodes;

import io.holdfast.bench.load.AskingAhead;
import io.holdfast.bench.load.Parts;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;

/** Writes nodes and leases the second half of them. */
final class NodeFilling {

    private static final int NODES_AT_ONCE = 500;
    private static final int CONNECTIONS = 64;

    private NodeFilling() {}

    static void fill(Subject subject, NodeDialogues dialogues)
            throws IOException, InterruptedException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            for (int from = 0; from < dialogues.nodes(); from += NODES_AT_ONCE) {
                int to = Math.min(dialogues.nodes(), from + NODES_AT_ONCE);
                talk.ask(dialogues.request("POST", "/v1/nodes", "author", nodes(from, to)));
                talk.hear(1);
            }
        }
        Parts.run(CONNECTIONS, offset -> claim(subject, dialogues, offset));
    }

    /** Sends one connection's share of the claims. Concurrent claims share log entries. */
    private static void claim(Subject subject, NodeDialogues dialogues, int offset)
            throws IOException {
        try (AskingAhead talk = new AskingAhead(subject.address())) {
            for (int node = dialogues.nodes() / 2 + offset;
                    node < dialogues.nodes();
                    node += CONNECTIONS) {
                String path = "/v1/nodes/" + NodeDialogues.id(node) + "/claim";
                talk.ask(dialogues.request("POST", path, NodeDialogues.holder(node), "{}"));
                talk.hear(1);
            }
        }
    }

    private static String nodes(int from, int to) {
        StringBuilder body = new StringBuilder("{\"nodes\":[");
        for (int node = from; node < to; node++) {
            body.append(node == from ? "" : ",")
                    .append("{\"id\":\"")
                    .append(NodeDialogues.id(node))
                    .append("\",\"type\":\"task\",\"title\":\"Task ")
                    .append(node)
                    .append("\",\"summary\":\"What there is to do\",\"date\":\"2026-06-21\"")
                    .append(",\"project\":\"p-")
                    .append(node % 20)
                    .append("\"}");
        }
        return body.append("]}").toString();
    }
}
