package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Holdings.Hold;

import java.util.List;

/** A client of the nodes API: a person of its own that works on tasks. */
final class NodeClient extends SimClient {

    private final NodeAuthor self;
    private int written;

    NodeClient(String name, Edge edge, Chance chance, Habits habits) {
        super(name, edge, chance, habits);
        this.self = NodeAuthor.person("person-" + name, name);
    }

    @Override
    void step() {
        if (written < habits().keys()) {
            NodeText text =
                    new NodeText(null, NodeType.TASK, "Title", "open", "", "", "", List.of(), 0);
            ask(
                    new NodesCommand.Write(Actor.DEFAULT_TENANT, self, "task-" + written, text, 0),
                    told -> {
                        written++;
                        next();
                    });
            return;
        }
        String id = "task-" + chance().below(habits().keys());
        NodesCommand.Claim command =
                new NodesCommand.Claim(Actor.DEFAULT_TENANT, self, id, null, null);
        ask(Request.of(command, newId()), told -> {
            NodeLease lease =
                    told.outcome() instanceof Outcome.NodeChanged changed ? changed.lease() : null;
            if (lease != null) {
                Hold hold = holdAgain(told, "node:" + id, lease.fence(), habits().nodeTtlNanos());
                use(id, hold);
            } else {
                next();
            }
        });
    }

    private void use(String id, Hold hold) {
        if (chance().perMille(habits().forgetPerMille())) {
            next();
            return;
        }
        edge().events().after(chance().between(0, habits().holdNanosMax()), () -> {
            hold.until(edge().events().nowNanos());
            ask(new NodesCommand.Release(Actor.DEFAULT_TENANT, self, id), told -> next());
        });
    }

    @Override
    void leave() {
        finish();
    }
}
