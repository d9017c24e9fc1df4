package io.holdfast.sim.cluster.check;

import io.holdfast.core.Inspection;
import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Origin;
import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.check.Findings.Checker;
import io.holdfast.sim.cluster.raft.RaftEntry;
import io.holdfast.sim.cluster.raft.Witness;
import io.holdfast.sim.cluster.world.Events;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster has decided: it sees each entry at the time of its commit, and applies it to a
 * machine of its own. All that members and clients see must agree with it.
 */
public final class Truth implements Witness {

    private static final int INSPECTED_EVERY = 128;
    private static final long RATE_PPM = 6_000;
    private static final long MILLION = 1_000_000;
    private static final String OUT_OF_ORDER = "a history is out of order";

    /** A lost batch delays the end of a wait by two seconds, and it can be lost again. */
    private static final long HUNG_UP_NANOS_MAX = 6_000_000_000L;

    private final Events events;
    private final Findings findings;
    private final Marks marks;
    private final Machine machine = new Machine();
    private final List<RaftEntry> entries = new ArrayList<>();
    private final List<Long> hashes = new ArrayList<>();
    private final Map<Origin, Outcome> replies = new HashMap<>();
    private final Map<Origin, Long> repliedAt = new HashMap<>();
    private final Set<Origin> proposed = new HashSet<>();
    private final Map<Origin, String> unchanged = new HashMap<>();
    private final Map<Origin, Object> requests = new HashMap<>();
    private final IdentityHashMap<Object, Long> granted = new IdentityHashMap<>();
    private final Map<Origin, Long> hungUp = new HashMap<>();
    private final Set<Long> fences = new HashSet<>();
    private final Map<Long, String> leaders = new HashMap<>();
    private @Nullable Consumer<String> trace;
    private long firstNanos = -1;
    private long firstLogNanos;
    private long commands;

    public Truth(Events events, Findings findings, Marks marks) {
        this.events = events;
        this.findings = findings;
        this.marks = marks;
    }

    /** Tells what happens, line by line, to someone who looks for the cause of a finding. */
    public void trace(Consumer<String> lines) {
        trace = lines;
    }

    /** Notes what happened, for the trace. */
    public void note(Supplier<String> what) {
        Consumer<String> lines = trace;
        if (lines != null) {
            lines.accept(events.nowNanos() / MILLION + " ms " + what.get());
        }
    }

    public Machine machine() {
        return machine;
    }

    public long commands() {
        return commands;
    }

    /** Returns the last committed entry. */
    public long index() {
        return entries.size();
    }

    @Override
    public void leads(String member, long term) {
        String other = leaders.put(term, member);
        if (other != null) {
            find(Checker.MODEL, member + " and " + other + " lead in term " + term);
        }
        note(() -> member + " leads in term " + term);
        marks.hit("leader elected");
    }

    @Override
    public void committed(RaftEntry entry) {
        int known = entries.size();
        if (entry.index() <= known) {
            RaftEntry first = entries.get((int) entry.index() - 1);
            if (first.term() != entry.term()) {
                find(Checker.MODEL, "two entries are committed at index " + entry.index());
            }
            return;
        }
        if (entry.index() != known + 1) {
            find(Checker.MODEL, "index " + entry.index() + " is committed after " + known);
            return;
        }
        entries.add(entry);
        entry.batches().forEach(batch -> apply(entry, batch));
        hashes.add(machine.hash());
        checkTime(entry);
        if (entry.batches().size() > 1) {
            marks.hit("several members in one entry");
        }
        if (entry.index() % INSPECTED_EVERY == 0) {
            inspect();
        }
    }

    private void apply(RaftEntry entry, Batch batch) {
        for (Proposal proposal : batch.proposals()) {
            if (!proposed.add(proposal.origin())) {
                marks.hit("batch committed twice");
            }
            String told = unchanged.get(proposal.origin());
            if (told != null) {
                find(Checker.REFUSAL, told + " was committed");
            }
        }
        commands += batch.proposals().size();
        Effects effects = machine.apply(batch, entry.term());
        note(() -> "commit " + entry.index() + "/" + entry.term() + " " + batch.proposals()
                + " replies " + effects.replies());
        for (Reply reply : effects.replies()) {
            checkHungUp(reply);
            checkRepeated(reply);
            // A batch that is committed again after its process was lost is answered again.
            if (replies.putIfAbsent(reply.origin(), reply.outcome()) == null) {
                repliedAt.put(reply.origin(), entry.index());
            }
        }
        CommandMarks.hit(marks, batch, effects);
    }

    /** Returns whether the call has been committed. */
    public boolean isCommitted(Origin origin) {
        return proposed.contains(origin);
    }

    /** The calls with the same request must have one effect together. */
    public void expect(Origin origin, Object request) {
        requests.put(origin, request);
    }

    /** A grant for a request whose earlier grant is still held is a second effect. */
    private void checkRepeated(Reply reply) {
        Object request = requests.get(reply.origin());
        long fence = reply.outcome().grantedFence();
        if (request == null || fence == 0) {
            return;
        }
        Long before = granted.put(request, fence);
        if (before != null && before != fence && isHeld(before)) {
            find(Checker.REPEAT, request + " has the grants " + before + " and " + fence);
        }
    }

    private boolean isHeld(long fence) {
        return Inspection.isHeld(machine, fence);
    }

    /** A client hung up at this call, which the member that serves it knows. */
    public void hungUp(Origin origin, long calmNanos) {
        if (events.nowNanos() > calmNanos) {
            hungUp.put(origin, events.nowNanos());
        }
    }

    private void checkHungUp(Reply reply) {
        long fence = reply.outcome().grantedFence();
        // A remembered answer repeats the fence of an earlier one.
        boolean isNew = fence > 0 && fences.add(fence);
        Long since = hungUp.get(reply.origin());
        if (since != null && isNew && events.nowNanos() - since > HUNG_UP_NANOS_MAX) {
            find(Checker.LEAK, "a client was granted " + reply.outcome() + " after it hung up");
        }
    }

    /** Log time starts where it was at each change of leader, and never runs ahead of time. */
    private void checkTime(RaftEntry entry) {
        if (entry.batches().isEmpty()) {
            return;
        }
        if (firstNanos < 0) {
            firstNanos = entry.appendedNanos();
            firstLogNanos = machine.nowNanos();
            return;
        }
        long passed = entry.appendedNanos() - firstNanos;
        long logged = machine.nowNanos() - firstLogNanos;
        if (logged > passed + passed / MILLION * RATE_PPM + MILLION) {
            find(
                    Checker.TIME,
                    "log time went " + logged / MILLION + " ms in " + passed / MILLION + " ms");
        }
    }

    public void inspect() {
        for (String problem : Inspection.problems(machine)) {
            // A new leader's wall clock may be behind that of the one before.
            if (!problem.startsWith(OUT_OF_ORDER)) {
                find(Checker.INSPECTION, problem);
            }
        }
    }

    /** Compares the state of a member that has applied all entries up to the index. */
    public void compare(String member, long index, long hash) {
        if (index > hashes.size() || hashes.get((int) index - 1) != hash) {
            find(Checker.STATE, member + " differs at index " + index);
        }
    }

    /**
     * Checks the answer of an engine to a call.
     *
     * @param what the call, for the report
     * @return the index of the entry that decided; zero if it was answered without one
     */
    public long answered(Origin origin, Outcome outcome, boolean parked, String what) {
        Outcome decided = replies.get(origin);
        if (outcome.equals(Outcome.UNKNOWN)) {
            marks.hit("answered as unknown");
            return 0;
        }
        if (decided != null && decided.equals(outcome)) {
            return repliedAt.getOrDefault(origin, 0L);
        }
        if (!(outcome instanceof Outcome.Refused(Refusal reason)) || !isLocal(reason)) {
            find(Checker.ANSWER, what + " was told " + outcome + ", decided was " + decided);
            return 0;
        }
        marks.hit("refused: " + reason);
        if (!parked && proposed.contains(origin)) {
            find(Checker.REFUSAL, what + " was told " + reason + ", but was committed");
        } else if (!parked) {
            unchanged.put(origin, what + " was told " + reason + " and");
        }
        return 0;
    }

    private static boolean isLocal(Refusal reason) {
        return switch (reason) {
            case ABANDONED, DRAINING, STORAGE_FAILED, OVERLOADED, NO_LEADER, REMOVED, UPGRADING ->
                true;
            case KEYS_MAX,
                    WAITERS_MAX,
                    REQUEST_MISMATCH,
                    DATA_MAX,
                    TENANT_KEYS,
                    TENANT_LEASES,
                    TENANT_WAITERS,
                    TENANT_SESSIONS,
                    TENANT_BYTES,
                    STATE_FULL -> false;
        };
    }

    private void find(Checker checker, String text) {
        findings.add(checker, events.nowNanos(), text);
    }
}
