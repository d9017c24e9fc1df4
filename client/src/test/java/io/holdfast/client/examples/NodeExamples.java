package io.holdfast.client.examples;

import io.holdfast.client.Acquired;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Nodes;

import java.util.ArrayList;
import java.util.List;

/** Work nodes. */
final class NodeExamples {

    private NodeExamples() {}

    static List<String> work(Holdfast client) throws InterruptedException {
        List<String> done = new ArrayList<>();
        // @start region="node"
        for (Nodes.Item item : client.nodes().queue(10)) {
            Acquired acquired = client.nodes().claim(item.id());
            if (acquired instanceof Acquired.Granted granted) {
                done.add(item.title());
                granted.lease().release();
            }
        }
        // @end
        return done;
    }
}
