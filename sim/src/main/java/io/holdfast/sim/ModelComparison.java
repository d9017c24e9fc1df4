package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.GaugesAnswer;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.Query.KeyRow;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the machine's state through queries and compares it with the model. */
final class ModelComparison {

    private final ModelRules rules;
    private final Machine machine;
    private final ReadPoint now;

    ModelComparison(ModelRules rules, Machine machine) {
        this.rules = rules;
        this.machine = machine;
        this.now = new ReadPoint(0, machine.nowNanos());
    }

    @Nullable
    String difference() {
        GaugesAnswer gauges = machine.read(new Query.Gauges(), now);
        if (gauges.connections() != rules.clients.size()) {
            return gauges.connections() + " sessions, expected " + rules.clients.size();
        }
        if (gauges.ledger() != rules.answers.size()) {
            return gauges.ledger() + " answers, expected " + rules.answers.size();
        }
        if (gauges.fence() != rules.fence) {
            return "the fence is at " + gauges.fence() + ", expected " + rules.fence;
        }
        for (ModelRows.Client client : rules.clients) {
            if (machine.read(new Query.FindSession("", client.id), now) == null) {
                return "a session is missing: " + client.id.low();
            }
        }
        List<KeyRow> rows = machine.read(new Query.LocksStats(""), now, all()).keys();
        if (rows.size() != rules.keys.size()) {
            return rows.size() + " keys, expected " + rules.keys.size();
        }
        if (!gauges.pools().equals(rules.pools.gauges())) {
            return gauges.pools() + ", expected " + rules.pools.gauges();
        }
        for (ModelPools.Pool pool : rules.pools.pools) {
            Query.PoolAnswer found = machine.read(new Query.FindPool(pool.name), now);
            if (!new Query.PoolAnswer(pool.count, pool.leases.size()).equals(found)) {
                return "the pool differs: " + found + ", expected " + pool.leases.size() + " of "
                        + pool.count;
            }
        }
        List<ClaimAnswer> claims = machine.read(
                        new Query.ListClaims("", ClaimFilter.ALL, 0, 0, 100_000), now, all())
                .claims();
        if (!claims.equals(rules.claims.answers())) {
            return "the claims differ: " + claims + ", expected " + rules.claims.answers();
        }
        String entities = entities();
        if (entities != null) {
            return entities;
        }
        String nodes = nodes();
        if (nodes != null) {
            return nodes;
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!same(rows.get(i), rules.keys.get(i))) {
                return "the key differs: " + rows.get(i);
            }
        }
        return null;
    }

    private @Nullable String entities() {
        for (EntityType type : EntityType.values()) {
            List<EntityAnswer.Entity> listed = machine.read(
                            new Query.ListEntities("", type, 0), now, all())
                    .entities();
            List<EntityAnswer.Entity> expected = rules.entities.answers(type);
            if (!listed.equals(expected)) {
                return "the entities differ: " + listed + ", expected " + expected;
            }
            for (EntityAnswer.Entity entity : listed) {
                for (EntityCollection collection : EntityCollection.values()) {
                    String id = entity.spec().id();
                    List<EntityAnswer.Item> items = machine.read(
                                    new Query.FindItems("", type, id, collection, "", false),
                                    now,
                                    all())
                            .items();
                    if (!items.equals(rules.entities.items(entity.spec(), collection))) {
                        return "the items of " + id + " differ: " + items;
                    }
                }
            }
        }
        return null;
    }

    private @Nullable String nodes() {
        if (rules.nodes.pages.isEmpty()) {
            return null;
        }
        for (ModelPage page : rules.nodes.pages) {
            NodeAnswer found = machine.read(new Query.FindNode("", page.id), now);
            if (found == null
                    || !found.node().equals(page.view())
                    || !found.edges().equals(page.edges())
                    || !found.status().equals(page.status())) {
                return "the node differs: " + found + ", expected " + page.view();
            }
        }
        int look = rules.nodes.looks++;
        String viewer = "person-" + NodeDraws.PEOPLE.get(look % 3);
        String assignee = look / 3 % 3 == 0 ? null : look / 3 % 3 == 1 ? viewer : "person-ann";
        String project = look / 9 % 2 == 0 ? null : "web";
        NodeQueue found = machine.read(query(viewer, assignee, project), now, all());
        NodeQueue expected = new ModelQueue(rules.nodes, viewer, assignee, project).read();
        return found.equals(expected)
                ? null
                : "the queue of " + viewer + " for " + assignee + " differs: " + found
                        + ", expected " + expected;
    }

    /** Allows whole lists to be read, regardless of their length. */
    private static Visits all() {
        return new Visits(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    private static Query.ReadQueue query(
            String viewer, @Nullable String assignee, @Nullable String project) {
        return new Query.ReadQueue(
                "", viewer, assignee, project, List.of(), List.of(), null, 0, 1000);
    }

    private boolean same(KeyRow row, ModelRows.Key key) {
        boolean same = row.key().equals(key.name.key())
                && row.kind() == key.kind
                && row.limit() == key.limit
                && row.waiters() == key.line.size()
                && row.holders().size() == key.holds.size();
        for (int i = 0; same && i < row.holders().size(); i++) {
            HolderRow holder = row.holders().get(i);
            ModelRows.Hold hold = key.holds.get(i);
            same = holder.fence() == hold.token.fence()
                    && holder.remainingNanos() == hold.endNanos - now.timeNanos();
        }
        return same;
    }
}
