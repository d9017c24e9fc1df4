package io.holdfast.bench.nodes;

import io.holdfast.bench.servers.Subject;

import java.io.IOException;

/** Writes nodes and leases the second half of them. */
final class NodeFilling {

    private static final int NODES_AT_ONCE = 500;
    private static final int CLAIMS_AT_ONCE = 64;

    private NodeFilling() {}

    static void fill(Subject subject, NodeDialogues dialogues) throws IOException {
        try (Talk talk = new Talk(subject.address())) {
            for (int from = 0; from < dialogues.nodes(); from += NODES_AT_ONCE) {
                int to = Math.min(dialogues.nodes(), from + NODES_AT_ONCE);
                talk.ask(dialogues.request("POST", "/v1/nodes", "author", nodes(from, to)));
                talk.hear(1);
            }
            for (int from = dialogues.nodes() / 2;
                    from < dialogues.nodes();
                    from += CLAIMS_AT_ONCE) {
                int to = Math.min(dialogues.nodes(), from + CLAIMS_AT_ONCE);
                StringBuilder ahead = new StringBuilder();
                for (int node = from; node < to; node++) {
                    String path = "/v1/nodes/" + NodeDialogues.id(node) + "/claim";
                    ahead.append(dialogues.request("POST", path, NodeDialogues.holder(node), "{}"));
                }
                talk.ask(ahead.toString());
                talk.hear(to - from);
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
