package io.holdfast.sim;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.sim.ModelPage.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The model of the nodes API: texts and leases. Nothing is derived in advance; the effects of edges
 * are computed when they are needed.
 */
final class ModelNodes {

    private static final long MILLI_NANOS = 1_000_000L;
    private static final long DRIFT_MILLIS_MAX = 1_000;
    private static final int EDGES_MAX = 40;

    private final ModelRules rules;
    final List<ModelPage> pages = new ArrayList<>();
    private final List<ModelPage.Pass> passes = new ArrayList<>();
    private long head;

    /** The number of queue comparisons. Each compares one of the many views. */
    int looks;

    ModelNodes(ModelRules rules) {
        this.rules = rules;
    }

    private NodesSettings settings() {
        return rules.settings.nodes();
    }

    @Nullable
    ModelPage find(String id) {
        for (ModelPage page : pages) {
            if (page.id.equals(id)) {
                return page;
            }
        }
        return null;
    }

    long version(String id) {
        ModelPage page = find(id);
        return page == null ? 0 : page.version;
    }

    void sleeps() {
        rules.marks.hit("node is dormant");
    }

    long wallMillis() {
        return rules.wallMillis;
    }

    /** Returns the number of nodes and agent tokens. */
    int names() {
        return pages.size() + passes.size();
    }

    int leases() {
        int leases = 0;
        for (ModelPage page : pages) {
            leases += page.held == null ? 0 : 1;
        }
        return leases;
    }

    long bytes() {
        long bytes = 0;
        for (ModelPage page : pages) {
            bytes += page.text.bytes();
        }
        return bytes;
    }

    void expire() {
        passes.removeIf(pass -> pass.endNanos <= rules.nowNanos);
        for (ModelPage page : pages) {
            Held held = page.held;
            if (held != null && held.endNanos <= rules.nowNanos) {
                rules.marks.hit(held.reserved ? "node reservation expires" : "node lease expires");
                page.held = null;
            }
        }
    }

    Outcome outcome(NodesCommand<?> command) {
        Outcome outcome = switch (command) {
            case NodesCommand.BindSession c -> bind(c);
            case NodesCommand.Write c -> write(c);
            case NodesCommand.OnNode<?> c -> {
                ModelPage page = find(c.id());
                yield page == null
                        ? new Outcome.NodeRefused(NodeRefusal.NO_NODE, null, "", 0)
                        : on(page, c);
            }
        };
        if (outcome instanceof Outcome.NodeRefused refused) {
            rules.marks.hit("node " + refused.reason());
        } else if (outcome instanceof Outcome.NodeChanged changed) {
            rules.marks.hit("node " + changed.verdict());
        }
        return outcome;
    }

    private Outcome on(ModelPage page, NodesCommand.OnNode<?> command) {
        return switch (command) {
            case NodesCommand.Write c -> write(c);
            case NodesCommand.Join c -> join(page, c);
            case NodesCommand.Part c -> {
                if (!page.has(c.type(), c.to())) {
                    yield changed(NodeVerdict.SKIPPED, page, false);
                }
                Refusal full = refuse(c.by(), page.id, 0, 0);
                if (full != null) {
                    yield full.outcome();
                }
                person(c.by());
                page.remove(c.type(), c.to());
                page.version = ++head;
                yield changed(NodeVerdict.UPDATED, page, true);
            }
            case NodesCommand.Mark c -> mark(page, c);
            case NodesCommand.Claim c -> claim(page, c);
            case NodesCommand.Renew c -> {
                Held own = own(page, c.by());
                if (own == null) {
                    yield lost(page, c.by());
                }
                beat(page, own, c.session());
                yield leased(NodeVerdict.RENEWED, page, false, false);
            }
            case NodesCommand.Extend c -> extend(page, c);
            case NodesCommand.Reserve c -> {
                Held own = own(page, c.by());
                if (own == null) {
                    yield lost(page, c.by());
                }
                own.reserved = true;
                own.nonce = null;
                own.session = c.session() == null ? own.session : c.session();
                endAt(page, own, rules.after(settings().graceNanos()));
                yield leased(NodeVerdict.RESERVED, page, false, false);
            }
            case NodesCommand.Release c -> release(page, c);
            case NodesCommand.MintToken c -> mint(page, c);
        };
    }

    private Outcome write(NodesCommand.Write c) {
        NodeText text = c.text();
        ModelPage known = find(c.id());
        if (!text.type().allows(text.status(), settings().isClaimable(text.type()))) {
            return new Outcome.NodeRefused(NodeRefusal.NO_STATUS, null, "", 0);
        }
        if (c.onlyVersion() == 0) {
            if (known != null) {
                return new Outcome.NodeRefused(NodeRefusal.EXISTS, null, "", 0);
            }
            if (pages.size() >= settings().nodesMax()) {
                return Refusal.KEYS_MAX.outcome();
            }
            Refusal full = refuse(c.by(), c.id(), 1, text.bytes());
            if (full != null) {
                return full.outcome();
            }
            ModelPage page = add(c.id(), text, c.by());
            person(c.by());
            return changed(NodeVerdict.CREATED, page, false);
        }
        if (known == null) {
            return new Outcome.NodeRefused(NodeRefusal.NO_NODE, null, "", 0);
        }
        if (known.version != c.onlyVersion()) {
            return new Outcome.NodeRefused(NodeRefusal.STALE, null, "", 0);
        }
        if (!text.status().equals(known.status())
                && unresolved(known, text.type(), text.status())) {
            return new Outcome.NodeRefused(NodeRefusal.UNRESOLVED, null, "", 0);
        }
        Refusal full = refuse(c.by(), known.id, 0, (long) text.bytes() - known.text.bytes());
        if (full != null) {
            return full.outcome();
        }
        person(c.by());
        known.text = text;
        known.author = c.by();
        known.lines.clear();
        known.removed.clear();
        known.added.clear();
        Held held = known.held;
        boolean kept = false;
        if (held != null && !known.has(NodeEdge.ASSIGNED, held.by)) {
            kept = true;
            rules.marks.hit("node keeps the edge of its lease");
            known.added.add(NodeEdge.assigned(held.by));
        }
        known.version = ++head;
        return changed(NodeVerdict.UPDATED, known, kept);
    }

    private ModelPage add(String id, NodeText text, NodeAuthor by) {
        ModelPage page = new ModelPage(id, text, by, rules.wallMillis);
        page.version = ++head;
        pages.add(page);
        return page;
    }

    /** Rejects a change beyond the quota of bytes or of names, including the caller's own. */
    private @Nullable Refusal refuse(NodeAuthor by, String id, int names, long bytes) {
        boolean comes = find(by.person()) == null && !id.equals(by.person());
        Refusal full = rules.tenant.refuseKeys(names + (comes ? 1 : 0));
        return full != null ? full : rules.tenant.refuseBytes(bytes, 0);
    }

    private @Nullable Refusal refuseLease(ModelPage page, NodeAuthor by) {
        Refusal full = refuse(by, page.id, 0, 0);
        return full != null || page.held != null ? full : rules.tenant.refuseLeases(1);
    }

    /** Creates the caller's own node if it does not exist. */
    private void person(NodeAuthor by) {
        if (find(by.person()) == null) {
            add(by.person(), NodeText.person(by.name()), by);
        }
    }

    private Outcome join(ModelPage page, NodesCommand.Join c) {
        NodeEdge edge = c.edge();
        if (!edge.to().equals(c.by().person()) && find(edge.to()) == null) {
            return new Outcome.NodeRefused(NodeRefusal.NO_TARGET, null, "", 0);
        }
        if (!page.has(edge.type(), edge.to()) && page.edges().size() >= EDGES_MAX) {
            return new Outcome.NodeRefused(NodeRefusal.EDGES_MAX, null, "", 0);
        }
        Refusal full = refuse(c.by(), page.id, 0, 0);
        if (full != null) {
            return full.outcome();
        }
        person(c.by());
        if (page.edges().contains(edge)) {
            return changed(NodeVerdict.SKIPPED, page, false);
        }
        page.remove(edge.type(), edge.to());
        page.added.add(edge);
        page.version = ++head;
        return changed(NodeVerdict.UPDATED, page, true);
    }

    private Outcome mark(ModelPage page, NodesCommand.Mark c) {
        boolean status = c.field() == NodeField.STATUS;
        boolean claimable = settings().isClaimable(page.text.type());
        if (status && !page.text.type().allows(c.value(), claimable)) {
            return refused(NodeRefusal.NO_STATUS, page, c.by());
        }
        if (status && unresolved(page, page.text.type(), c.value())) {
            return refused(NodeRefusal.UNRESOLVED, page, c.by());
        }
        boolean claims = status && claimable && settings().claimingStatuses().contains(c.value());
        Refusal full = claims ? refuseLease(page, c.by()) : refuse(c.by(), page.id, 0, 0);
        if (full != null) {
            return full.outcome();
        }
        person(c.by());
        boolean clears = !status && c.value().isEmpty();
        page.set(
                new NodeLine(c.field().name().toLowerCase(Locale.ROOT), clears ? null : c.value()));
        c.stamps().forEach(page::set);
        page.version = ++head;
        if (!claims) {
            return changed(NodeVerdict.UPDATED, page, false);
        }
        Held held = page.held;
        if (held != null && !held.by.equals(c.by().person())) {
            rules.marks.hit("node status finds another's lease");
            return new Outcome.NodeChanged(
                    NodeVerdict.UPDATED, lease(page), page.view(), false, false);
        }
        Outcome.NodeChanged taken = take(page, c.by(), null, null);
        return new Outcome.NodeChanged(
                taken.verdict(), taken.lease(), page.view(), taken.edge(), false);
    }

    /** Returns whether the status requires a resolving node that does not exist. */
    private boolean unresolved(ModelPage page, NodeType type, String status) {
        if (!type.needsResolver(status)) {
            return false;
        }
        for (ModelPage other : pages) {
            boolean decides = other.text.type() == NodeType.DECISION
                    || other.text.type() == NodeType.ARTIFACT;
            if (decides && other.has("resolves", page.id) && NodeType.isResolving(other.status())) {
                return false;
            }
        }
        return true;
    }

    private Outcome claim(ModelPage page, NodesCommand.Claim c) {
        if (!settings().isClaimable(page.text.type())) {
            return refused(NodeRefusal.NOT_CLAIMABLE, page, c.by());
        }
        if (page.text.type().isTerminal(page.status())) {
            return refused(NodeRefusal.NOT_READY, page, c.by());
        }
        Held held = page.held;
        if (held != null) {
            boolean mine = held.by.equals(c.by().person());
            boolean other =
                    c.nonce() != null && held.nonce != null && !c.nonce().equals(held.nonce);
            if (mine && other) {
                rules.marks.hit("node held by another dispatch");
            }
            if (!mine || other) {
                return refused(NodeRefusal.HELD, page, c.by());
            }
        }
        Refusal full = refuseLease(page, c.by());
        return full != null ? full.outcome() : take(page, c.by(), c.session(), c.nonce());
    }

    private Outcome.NodeChanged take(
            ModelPage page, NodeAuthor by, @Nullable String session, @Nullable String nonce) {
        person(by);
        Held own = page.held;
        boolean fresh = own == null;
        if (own == null) {
            own = new Held(by.person(), ++rules.fence, rules.wallMillis);
            own.session = session;
            own.nonce = nonce;
            page.held = own;
            page.lastBy = by.person();
            endAt(page, own, rules.after(settings().claimTtlNanos()));
        } else {
            beat(page, own, session);
            own.nonce = nonce == null ? own.nonce : nonce;
        }
        boolean edge = !page.has(NodeEdge.ASSIGNED, by.person());
        if (edge) {
            page.added.add(NodeEdge.assigned(by.person()));
            page.version = ++head;
        }
        return leased(fresh ? NodeVerdict.CLAIMED : NodeVerdict.RENEWED, page, edge, false);
    }

    private void beat(ModelPage page, Held own, @Nullable String session) {
        long endNanos = rules.after(settings().claimTtlNanos());
        if (own.reserved) {
            rules.marks.hit("node reservation becomes a lease");
        }
        if (own.reserved || endNanos > own.endNanos) {
            endAt(page, own, endNanos);
        }
        own.reserved = false;
        own.session = session == null ? own.session : session;
    }

    private Outcome extend(ModelPage page, NodesCommand.Extend c) {
        Held own = own(page, c.by());
        if (own == null) {
            return lost(page, c.by());
        }
        if (own.reserved) {
            beat(page, own, null);
        }
        own.session = c.session() == null ? own.session : c.session();
        long cap = rules.after(settings().claimTtlMaxNanos());
        boolean capped = c.byNanos() > cap - own.endNanos;
        if (capped) {
            rules.marks.hit("node extension is capped");
        }
        long addedNanos = capped ? Math.max(0, cap - own.endNanos) : c.byNanos();
        long extendedMillis = page.lastUntilMillis + addedNanos / MILLI_NANOS;
        endAt(page, own, own.endNanos + addedNanos);
        if (Math.abs(extendedMillis - page.lastUntilMillis) < DRIFT_MILLIS_MAX) {
            page.lastUntilMillis = extendedMillis;
        }
        return leased(NodeVerdict.EXTENDED, page, false, capped);
    }

    private Outcome release(ModelPage page, NodesCommand.Release c) {
        String person = c.by().person();
        if (page.held != null && !page.held.by.equals(person)) {
            return refused(NodeRefusal.HELD, page, c.by());
        }
        page.held = null;
        if (person.equals(page.lastBy)) {
            page.lastBy = null;
            page.lastUntilMillis = 0;
        }
        boolean edge = page.has(NodeEdge.ASSIGNED, person);
        if (edge) {
            page.remove(NodeEdge.ASSIGNED, person);
            page.version = ++head;
        }
        return leased(NodeVerdict.RELEASED, page, edge, false);
    }

    private Outcome mint(ModelPage agent, NodesCommand.MintToken c) {
        if (agent.text.type() != NodeType.AGENT) {
            return new Outcome.NodeRefused(NodeRefusal.NO_NODE, null, "", 0);
        }
        if (c.by().agent() != null || !agent.has("owned-by", c.by().person())) {
            return new Outcome.NodeRefused(NodeRefusal.NOT_OWNER, null, "", 0);
        }
        Refusal full = refuse(c.by(), agent.id, 1, 0);
        if (full != null) {
            return full.outcome();
        }
        person(c.by());
        passes.add(new ModelPage.Pass(c.digest(), rules.after(c.ttlNanos()), c.session()));
        return Outcome.DONE;
    }

    private Outcome bind(NodesCommand.BindSession c) {
        for (ModelPage.Pass pass : passes) {
            if (pass.digest.equals(c.digest())) {
                if (pass.session == null) {
                    pass.session = c.session();
                    return Outcome.DONE;
                }
                return pass.session.equals(c.session())
                        ? new Outcome.NodeChanged(NodeVerdict.SKIPPED, null, null, false, false)
                        : new Outcome.NodeRefused(NodeRefusal.OTHER_SESSION, null, "", 0);
            }
        }
        return new Outcome.NodeRefused(NodeRefusal.NO_TOKEN, null, "", 0);
    }

    private static @Nullable Held own(ModelPage page, NodeAuthor by) {
        Held held = page.held;
        return held != null && held.by.equals(by.person()) ? held : null;
    }

    private void endAt(ModelPage page, Held held, long endNanos) {
        held.endNanos = endNanos;
        page.lastUntilMillis =
                rules.wallMillis + Math.ceilDiv(endNanos - rules.nowNanos, MILLI_NANOS);
    }

    private static Outcome changed(NodeVerdict verdict, ModelPage page, boolean edge) {
        return new Outcome.NodeChanged(verdict, null, page.view(), edge, false);
    }

    private Outcome.NodeChanged leased(
            NodeVerdict verdict, ModelPage page, boolean edge, boolean capped) {
        return new Outcome.NodeChanged(verdict, lease(page), null, edge, capped);
    }

    private Outcome lost(ModelPage page, NodeAuthor by) {
        boolean claimable = settings().isClaimable(page.text.type());
        return refused(claimable ? NodeRefusal.LEASE_LOST : NodeRefusal.NOT_CLAIMABLE, page, by);
    }

    private Outcome refused(NodeRefusal reason, ModelPage page, NodeAuthor by) {
        return new Outcome.NodeRefused(
                reason,
                lease(page),
                reason == NodeRefusal.NOT_CLAIMABLE ? page.text.type().text() : page.status(),
                by.person().equals(page.lastBy) ? page.lastUntilMillis : 0);
    }

    @Nullable
    NodeLease lease(ModelPage page) {
        Held held = page.held;
        ModelPage person = held == null ? null : find(held.by);
        if (held == null || person == null) {
            return null;
        }
        return new NodeLease(
                page.id,
                held.by,
                person.text.title(),
                held.fence,
                held.sinceMillis,
                page.lastUntilMillis,
                held.endNanos - rules.nowNanos,
                held.session,
                held.reserved);
    }
}
