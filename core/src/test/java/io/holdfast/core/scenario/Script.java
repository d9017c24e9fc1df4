package io.holdfast.core.scenario;

import io.holdfast.core.Inspection;
import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.GaugesAnswer;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the lines of a scenario. Each line is its own batch, unless the block begins with
 * {@code together}. {@code tick} advances time as a leader would, with a batch at every deadline;
 * {@code jump} is the one late batch of a leader that was paused. A snapshot runs during every
 * batch and must show the state before it.
 */
public final class Script {

    private static final long WALL_MILLIS = 1_800_000_000_000L;
    private static final String HOME = "n1";

    private final Vocabulary vocabulary = new Vocabulary(this);
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Map<Origin, Asked> byOrigin = new LinkedHashMap<>();
    private final Map<String, Long> incarnations = new LinkedHashMap<>();
    private final List<String> said = new ArrayList<>();
    private final List<Batch> log = new ArrayList<>();
    private final List<Proposal> together = new ArrayList<>();
    private Machine machine = new Machine();
    private boolean gathering;
    private boolean events;
    private long sequence;
    private long nowNanos;

    /** One call, with its label in the scenario. */
    static final class Asked {
        final String label;
        final Origin origin;
        final @Nullable RequestId request;
        final Command<?> command;

        @Nullable
        Token granted;

        @Nullable
        LeaseId lent;

        boolean answered;

        Asked(String label, Origin origin, @Nullable RequestId request, Command<?> command) {
            this.label = label;
            this.origin = origin;
            this.request = request;
            this.command = command;
        }
    }

    public Script() {
        block(List.of("started " + HOME));
    }

    /** Returns every batch that was applied so far. */
    public List<Batch> log() {
        return List.copyOf(log);
    }

    public Machine machine() {
        return machine;
    }

    /** Runs the lines of one block and returns their results. */
    public List<String> block(List<String> lines) {
        said.clear();
        gathering = false;
        for (String line : lines) {
            run(line);
        }
        if (gathering) {
            applyTogether();
        }
        return List.copyOf(said);
    }

    private void run(String line) {
        Words words = new Words(line);
        switch (words.verb()) {
            case "at" -> {
                moveTo(Words.nanos(words.subject()));
                String rest = line.strip().split("\\s+", 3)[2];
                run(rest);
            }
            case "together" -> gathering = true;
            case "tick" -> moveTo(nowNanos + Words.nanos(words.subject()));
            case "jump" -> {
                nowNanos += Words.nanos(words.subject());
                hear(apply(List.of()), "");
            }
            case "events" -> events = words.subject().equals("on");
            case "stats" -> stats(words.text("tenant", ""));
            case "history", "waits" -> resource(words);
            case "gauges" -> gauges();
            case "pool" -> pool(words.subject());
            case "pools" -> pools();
            case "entities" -> entities(words);
            case "check" -> check(words);
            case "claims" -> claims(words);
            case "node", "queue", "graph", "token" -> nodes(words);
            case "snapshot" -> snapshot();
            case "due" -> {
                long due = machine.nextDeadlineNanos();
                said.add(
                        due == Long.MAX_VALUE ? "nothing is due" : "due at " + Words.duration(due));
            }
            default -> vocabulary.run(words);
        }
    }

    /** Advances to the given time, with a batch at each deadline on the way. */
    private void moveTo(long timeNanos) {
        while (machine.nextDeadlineNanos() <= timeNanos) {
            nowNanos = Math.max(nowNanos, machine.nextDeadlineNanos());
            hear(apply(List.of()), " at " + Words.duration(nowNanos));
        }
        nowNanos = Math.max(nowNanos, timeNanos);
    }

    void ask(Words words, String label, Command<?> command) {
        String id = words.text("id");
        RequestId request =
                id == null ? null : new RequestId(7, id.hashCode(), words.number("body", 1));
        ask(words, label, command, request);
    }

    void ask(Words words, String label, Command<?> command, @Nullable RequestId request) {
        String node = words.text("via", HOME);
        long life = words.longNumber("incarnation", incarnations.getOrDefault(node, 0L));
        Asked call = new Asked(label, new Origin(node, life, ++sequence), request, command);
        if (!(command instanceof SessionCommand<?>)) {
            asked.put(label, call);
        }
        byOrigin.put(call.origin, call);
        String tenant = words.text("tenant", "");
        Actor actor = new Actor(tenant, "someone", words.text("address", "10.0.0.1"));
        together.add(new Proposal(call.origin, actor, request, command));
        if (!gathering) {
            applyTogether();
        }
    }

    private void applyTogether() {
        List<Proposal> proposals = List.copyOf(together);
        together.clear();
        hear(apply(proposals), "");
        for (Proposal proposal : proposals) {
            Asked call = byOrigin.get(proposal.origin());
            if (call != null && !call.answered) {
                said.add(call.label + ": waits");
            }
        }
        // A start may have added the member's downtime.
        nowNanos = Math.max(nowNanos, machine.nowNanos());
    }

    private Effects apply(List<Proposal> proposals) {
        long wallMillis = WALL_MILLIS + nowNanos / 1_000_000;
        Batch batch = new Batch(nowNanos, wallMillis, proposals).in(machine.format());
        log.add(batch);
        byte[] before = rest(machine.snapshot());
        SnapshotWriter running = machine.snapshot();
        Effects effects = machine.apply(batch);
        if (!Arrays.equals(rest(running), before)) {
            said.add("BROKEN: a batch changed a running snapshot");
        }
        return effects;
    }

    private static byte[] rest(SnapshotWriter writer) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (byte[] piece = writer.next(1 << 16); piece != null; piece = writer.next(1 << 16)) {
            rest.writeBytes(piece);
        }
        return rest.toByteArray();
    }

    private void hear(Effects effects, String when) {
        Inspection.problems(machine).forEach(problem -> said.add("BROKEN: " + problem));
        for (Reply reply : effects.replies()) {
            Asked call = byOrigin.get(reply.origin());
            if (call == null) {
                said.add("nobody: " + Sayings.of(reply.outcome()));
                continue;
            }
            if (reply.outcome() instanceof Outcome.Granted granted) {
                call.granted = granted.token();
            } else if (reply.outcome() instanceof Outcome.Lent lent) {
                call.lent = lent.lease();
            }
            String twice = call.answered ? " AGAIN" : "";
            call.answered = true;
            said.add(call.label + ": " + Sayings.of(reply.outcome()) + when + twice);
        }
        if (events) {
            for (Event event : effects.events()) {
                if (!(event instanceof Event.SettingsChanged)) {
                    said.add(Sayings.of(event));
                }
            }
        }
    }

    private void stats(String tenant) {
        settle();
        ReadPoint at = new ReadPoint(0, nowNanos);
        Query.StatsAnswer stats = machine.read(new Query.LocksStats(tenant), at);
        stats.keys().forEach(row -> said.add(Sayings.of(row)));
        if (stats.keys().isEmpty()) {
            said.add("no keys");
        }
        if (!tenant.isEmpty()) {
            said.add("connections " + stats.connections());
        }
    }

    private void resource(Words words) {
        settle();
        ResourceAnswer found = machine.read(
                new Query.FindResource(Vocabulary.resource(words)), new ReadPoint(0, nowNanos));
        if (found == null) {
            said.add(words.subject() + ": unknown");
        } else if (words.verb().equals("history")) {
            said.add(words.subject() + ": " + found.history().size() + " in the history");
            found.history().forEach(use -> said.add(Sayings.of(use)));
        } else {
            said.add(words.subject() + ": " + found.waiters().size() + " waiting");
            found.waiters().forEach(waiter -> said.add(Sayings.of(waiter)));
        }
    }

    private void gauges() {
        settle();
        GaugesAnswer g = machine.read(new Query.Gauges(), new ReadPoint(0, nowNanos));
        said.add("sessions " + g.sessions() + " connections " + g.connections() + " keys "
                + g.keys() + " holders " + (g.locksHeld() + g.semaphoreHolders()) + " waiters "
                + (g.lockWaiters() + g.semaphoreWaiters()) + " ledger " + g.ledger() + " fence "
                + g.fence());
    }

    private void pool(String name) {
        settle();
        Query.PoolAnswer pool = machine.read(
                new Query.FindPool(PoolsVocabulary.name(name)), new ReadPoint(0, nowNanos));
        said.add(name + ": " + (pool == null ? "none" : Sayings.pool(pool.count(), pool.inUse())));
    }

    private void pools() {
        settle();
        Query.PoolsGauges g =
                machine.read(new Query.Gauges(), new ReadPoint(0, nowNanos)).pools();
        said.add("pools " + g.pools() + " leases " + g.leases() + " waiters " + g.waiters());
    }

    private void claims(Words words) {
        settle();
        said.addAll(ClaimsVocabulary.list(words, machine, new ReadPoint(0, nowNanos)));
    }

    private void entities(Words words) {
        settle();
        said.addAll(EntitiesVocabulary.list(words, machine, new ReadPoint(0, nowNanos)));
    }

    private void check(Words words) {
        settle();
        said.add(EntitiesVocabulary.check(words, machine, new ReadPoint(0, nowNanos)));
    }

    private void nodes(Words words) {
        settle();
        said.addAll(NodesVocabulary.read(words, machine, new ReadPoint(0, nowNanos)));
    }

    private void settle() {
        if (machine.nowNanos() < nowNanos) {
            hear(apply(List.of()), "");
        }
    }

    /** Continues with a machine that was restored from a snapshot of this one. */
    private void snapshot() {
        SnapshotWriter writer = machine.snapshot();
        SnapshotReader reader = new SnapshotReader();
        for (byte[] piece = writer.next(64); piece != null; piece = writer.next(64)) {
            reader.accept(piece);
        }
        Machine restored = reader.finish();
        said.add(restored.hash() == machine.hash() ? "same hash" : "ANOTHER HASH");
        machine = restored;
    }

    @Nullable
    Asked call(String label) {
        return asked.get(label);
    }

    long begin(String node) {
        return incarnations.merge(node, 1L, Long::sum);
    }

    long incarnation(String node) {
        return incarnations.getOrDefault(node, 0L);
    }
}
