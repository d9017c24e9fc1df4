package io.holdfast.core;

import io.holdfast.core.locks.Tally;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.GaugesAnswer;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.Query.KeyRow;
import io.holdfast.core.query.Query.MemoryGauges;
import io.holdfast.core.query.Query.SessionAnswer;
import io.holdfast.core.query.Query.StatsAnswer;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.HolderReads;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.ResourceReads;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.sessions.Session;
import io.holdfast.core.sessions.SessionReads;
import io.holdfast.core.state.Visits;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes queries. It never changes the state. */
final class Reader {

    private static final KeyKind[] KINDS = KeyKind.values();

    private final Machine machine;
    private final ResourceReads resources;
    private final SessionReads sessions;

    Reader(Machine machine) {
        this.machine = machine;
        this.resources = new ResourceReads(machine.kernel);
        this.sessions = new SessionReads(machine.sessions);
    }

    // Each query's answer has the type that the query declares, including its nullness.
    @SuppressWarnings({"unchecked", "NullAway"})
    <A extends @Nullable Object> A read(Query<A> query, ReadPoint at, Visits visits) {
        Object answer = switch (query) {
            case Query.LocksStats q -> stats(q, at, visits);
            case Query.Gauges _ -> gauges();
            case Query.FindClaim q ->
                machine.claims.find(q.tenant(), q.id(), at.timeNanos(), visits);
            case Query.LastClaim q -> machine.claims.last(q, at.timeNanos());
            case Query.ListClaims q -> machine.claims.list(q, at.timeNanos(), visits);
            case Query.FindEntity q -> machine.entities.find(q);
            case Query.ListEntities q -> machine.entities.list(q, visits);
            case Query.FindItems q -> machine.entities.items(q, visits);
            case Query.ListItemNames q -> machine.entities.names(q, visits);
            case Query.ListFaults q -> machine.entities.faults(q, visits);
            case Query.CheckWrite q -> machine.entities.check(q);
            case Query.HasManifest q -> machine.entities.hasManifest(q.tenant());
            case Query.FindSession q -> session(machine.sessions.find(q.tenant(), q.session()));
            case Query.FindNode q -> machine.nodes.reader().find(q, visits);
            case Query.FindMissing q -> machine.nodes.reader().missing(q, visits);
            case Query.ListAgents q -> machine.nodes.reader().agents(q, visits);
            case Query.ListNodes q -> machine.nodes.reader().list(q, visits);
            case Query.ReadGraph q -> machine.nodes.reader().graph(q, visits);
            case Query.FindAgent q -> machine.nodes.reader().agent(q);
            case Query.ReadQueue q -> machine.nodes.reader().queue(q, at.timeNanos(), visits);
            case Query.ListSessions q -> sessions.list(q, now(at), visits);
            case Query.ShowSession q -> sessions.show(q, now(at), visits);
            case Query.FindSessionId q -> sessions.id(q, visits);
            case Query.ListOwnedGrants q -> HolderReads.owned(q, machine.kernel, visits);
            case Query.FindResource q -> resources.find(q, at.timeNanos(), visits);
            case Query.ListResources q -> resources.list(q, at.timeNanos(), visits);
            case Query.ListHistory q -> resources.history(q, visits);
            case Query.FindPool q -> machine.pools.find(q.name());
        };
        return (A) answer;
    }

    private SessionReads.Now now(ReadPoint at) {
        return new SessionReads.Now(at.timeNanos(), machine.nowNanos(), machine.wallMillis());
    }

    private @Nullable SessionAnswer session(@Nullable Session session) {
        return session == null
                ? null
                : new SessionAnswer(
                        session.number(),
                        session.seenNanos(),
                        machine.settings().sessionIdleNanos());
    }

    private GaugesAnswer gauges() {
        Tally tally = machine.locks.tally();
        return new GaugesAnswer(
                machine.sessions.size(),
                machine.sessions.unconnected(),
                tally.keys(),
                tally.holders(KeyKind.LOCK),
                tally.waiters(KeyKind.LOCK),
                tally.holders(KeyKind.SEMAPHORE),
                tally.waiters(KeyKind.SEMAPHORE),
                machine.ledger.rows().size(),
                machine.kernel.fence(),
                machine.pools.gauges(),
                machine.claims.counts(),
                machine.kernel.use(),
                new MemoryGauges(
                        machine.stateBytes(),
                        machine.stateBytesMax(),
                        machine.kernel.history().bytes(),
                        machine.kernel.history().bytesMax(),
                        machine.ledger.bytes(),
                        machine.ledger.bytesMax()));
    }

    private StatsAnswer stats(Query.LocksStats query, ReadPoint at, Visits visits) {
        List<KeyRow> rows = new ArrayList<>();
        long last = machine.kernel.resources().visit(query.after(), visits, resource -> {
            boolean asked = resource.space() == Space.LOCKS
                    && resource.tenant().name().equals(query.tenant());
            if (asked && isOf(query.part(), resource)) {
                rows.add(row(resource, at, visits));
            }
            return true;
        });
        TenantUse use = machine.tenants.find(query.tenant());
        return new StatsAnswer(use == null ? 0 : Math.toIntExact(use.sessions()), rows, last);
    }

    private static boolean isOf(Query.@Nullable StatsPart part, Resource resource) {
        return part == null
                || KINDS[resource.variant()] == part.kind() && resource.idle() == part.idle();
    }

    private KeyRow row(Resource resource, ReadPoint at, Visits visits) {
        List<HolderRow> holders = new ArrayList<>(Math.min(resource.held(), KeyRow.HOLDERS_MAX));
        Grant grant = resource.firstGrant();
        while (grant != null && holders.size() < KeyRow.HOLDERS_MAX) {
            visits.row();
            holders.add(new HolderRow(
                    grant.holder().number(),
                    grant.owner(),
                    grant.sinceMillis(),
                    grant.dueNanos() - at.timeNanos(),
                    grant.number(),
                    grant.slot()));
            grant = grant.nextOfResource();
        }
        Waiter head = resource.head();
        long idleSinceNanos = resource.dueNanos() - machine.settings().keyIdleNanos();
        return new KeyRow(
                resource.key(),
                KINDS[resource.variant()],
                resource.capacity(),
                holders,
                resource.held(),
                resource.queued(),
                head == null ? 0 : head.sinceMillis(),
                resource.idle() ? Math.max(0, at.timeNanos() - idleSinceNanos) : 0);
    }
}
