package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A second, simple implementation of all APIs: lists that are scanned, no indexes and no heaps. It
 * shares only the vocabulary with the machine. It was written from the contracts and predicts the
 * machine's answers.
 */
final class Model {

    private final ModelRules rules = new ModelRules();
    private final Map<String, Long> lives = new HashMap<>();
    private final Map<String, Long> newest = new HashMap<>();

    /** The commands of the current batch that found the state full. */
    private Set<Origin> full = Set.of();

    /**
     * Applies a batch.
     *
     * @param full the commands that the machine refused because the state is full; the model
     *     follows it there, but fails if the command is one that the budget must not refuse
     */
    List<Reply> apply(Batch batch, Set<Origin> full) {
        this.full = full;
        rules.replies.clear();
        rules.nowNanos = Math.max(rules.nowNanos, batch.timeNanos());
        rules.wallMillis = batch.wallMillis();
        rules.expire();
        for (Proposal proposal : batch.proposals()) {
            apply(proposal);
        }
        rules.expire();
        return rules.replies;
    }

    private void apply(Proposal proposal) {
        Origin origin = proposal.origin();
        if (proposal.command() instanceof MemberCommand.Started started) {
            rules.replies.add(new Reply(origin, started(started)));
            return;
        }
        if (!isAlive(origin)) {
            rules.replies.add(new Reply(origin, Refusal.ABANDONED.outcome()));
            return;
        }
        ModelRows.Answer answer = null;
        if (proposal.request() != null) {
            answer = rules.remembered(proposal.request());
            if (answer != null) {
                rules.repeat(answer, proposal.request(), origin);
                return;
            }
            answer = new ModelRows.Answer(proposal.request());
            rules.answers.add(answer);
        }
        Outcome outcome = outcome(proposal.command(), proposal, answer);
        if (outcome != null) {
            rules.answer(origin, answer, outcome);
        }
    }

    long lastEntityLock() {
        return rules.entities.lastLock();
    }

    /** Returns the current version of a node; zero if it does not exist. */
    long nodeVersion(String id) {
        return rules.nodes.version(id);
    }

    long fence() {
        return rules.fence;
    }

    @Nullable
    ResourceName holds(long fence) {
        return new ModelBreaks(rules).name(fence);
    }

    long lastClaim() {
        return rules.claims.lastId();
    }

    boolean isOpen(SessionId session) {
        return rules.client(session) != null;
    }

    boolean isAlive(Origin origin) {
        Long incarnation = lives.get(origin.member());
        return incarnation != null && incarnation == origin.incarnation();
    }

    private @Nullable Outcome outcome(
            Command<?> command, Proposal proposal, ModelRows.@Nullable Answer answer) {
        Origin origin = proposal.origin();
        if (full.contains(origin)) {
            return full(command);
        }
        return switch (command) {
            case SessionCommand.Open c -> rules.open(c, proposal.actor().address(), origin);
            case SessionCommand.Close c -> {
                ModelRows.Client client = rules.client(c.session());
                if (client == null) {
                    yield LockRefusal.SESSION_GONE.outcome();
                }
                rules.close(client, rules.settings.releaseOnClose() && !c.keepsGrants());
                yield Outcome.DONE;
            }
            case SessionCommand.Touch c -> {
                ModelRows.Client client = rules.client(c.session());
                if (client == null) {
                    yield LockRefusal.SESSION_GONE.outcome();
                }
                rules.heard(client);
                yield Outcome.DONE;
            }
            case LocksCommand.Abandon c -> {
                if (c.call().member().equals(origin.member())
                        && c.call().incarnation() == origin.incarnation()) {
                    new ModelHangUps(rules).hangUp(c);
                }
                yield Outcome.DONE;
            }
            case ClaimsCommand<?> c -> rules.claims.outcome(c);
            case LocksCommand<?> c -> rules.locks(c, origin, answer);
            case PoolsCommand<?> c -> rules.pools.outcome(c, origin, answer);
            case EntitiesCommand<?> c -> rules.entities.outcome(c);
            case NodesCommand<?> c -> rules.nodes.outcome(c);
            case ResourceCommand.Break c -> new ModelBreaks(rules).outcome(c);
            case ResourceCommand.CancelWait c ->
                throw new FoundException("the driver never cancels a wait: " + c.name());
            case MemberCommand.Lost c -> {
                endLife(c.member(), c.incarnation(), c.undeliveredSinceNanos());
                yield Outcome.DONE;
            }
            case MemberCommand.Drain c -> {
                drain(c);
                yield Outcome.DONE;
            }
            case MemberCommand.Configure c -> {
                rules.configure(c.settings());
                yield Outcome.DONE;
            }
            case MemberCommand.RaiseFormat c -> {
                rules.deliveries.format = Math.max(rules.deliveries.format, c.format());
                yield Outcome.DONE;
            }
            case MemberCommand.StateMemory _ -> Outcome.DONE;
            case MemberCommand.Started c -> started(c);
        };
    }

    /** Releases, renewals and everything else that takes no memory are never refused. */
    private Outcome full(Command<?> command) {
        switch (command) {
            case LocksCommand.Acquire c -> heard(c.session());
            case LocksCommand.Enqueue c -> heard(c.session());
            case SessionCommand.Open _,
                    PoolsCommand.Put _,
                    PoolsCommand.Borrow _,
                    EntitiesCommand.Acquire _,
                    EntitiesCommand.Report _,
                    EntitiesCommand.Register _,
                    NodesCommand.Write _,
                    NodesCommand.Join _,
                    NodesCommand.Mark _,
                    NodesCommand.Claim _,
                    NodesCommand.Reserve _,
                    NodesCommand.MintToken _,
                    NodesCommand.BindSession _ -> {
                // Creates rows or makes them larger.
            }
            case EntitiesCommand.Write c when c.change() instanceof EntitiesCommand.Change.Put -> {
                // Stores an item.
            }
            case NodesCommand.Part c when rules.nodes.version(c.by().person()) == 0 -> {
                // The first write of a person creates the person's own node.
            }
            default -> throw new FoundException("refused because the state is full: " + command);
        }
        return Refusal.STATE_FULL.outcome();
    }

    private void heard(SessionId session) {
        ModelRows.Client client = rules.client(session);
        if (client != null) {
            rules.heard(client);
        }
    }

    private Outcome started(MemberCommand.Started c) {
        Long known = lives.get(c.member());
        if (known != null && c.incarnation() == known) {
            return Outcome.DONE;
        }
        if (c.incarnation() <= newest.getOrDefault(c.member(), 0L)) {
            return Refusal.ABANDONED.outcome();
        }
        newest.put(c.member(), c.incarnation());
        if (known != null) {
            endLife(c.member(), known, MemberCommand.Lost.NOTHING);
        }
        rules.nowNanos = rules.after(c.downtimeNanos());
        rules.clients.forEach(rules::heard);
        lives.put(c.member(), c.incarnation());
        rules.deliveries.processes = lives.size();
        rules.fence = Math.max(rules.fence, c.fenceFloor());
        rules.expire();
        return Outcome.DONE;
    }

    private void endLife(String member, long incarnation, long undeliveredSinceNanos) {
        Long known = lives.get(member);
        if (known == null || known != incarnation) {
            return;
        }
        List<ModelDeliveries.Expected> undelivered =
                rules.deliveries.take(member, incarnation, undeliveredSinceNanos);
        rules.endWaits(member, incarnation, Refusal.ABANDONED);
        for (ModelRows.Client client : new ArrayList<>(rules.clients)) {
            Origin opened = client.connection;
            if (opened != null
                    && opened.member().equals(member)
                    && opened.incarnation() == incarnation) {
                rules.close(client, false);
            }
        }
        lives.remove(member);
        rules.deliveries.processes = lives.size();
        rules.deliveries.passOn(undelivered);
    }

    private void drain(MemberCommand.Drain c) {
        Long known = lives.get(c.member());
        if (known == null || known != c.incarnation()) {
            return;
        }
        if (c.closeSessions()) {
            rules.clients.forEach(rules::endAllWaits);
            for (ModelRows.Client client : new ArrayList<>(rules.clients)) {
                rules.close(client, rules.settings.releaseOnClose());
            }
        }
        rules.endWaits(c.member(), c.incarnation(), Refusal.DRAINING);
    }

    Marks marks() {
        return rules.marks;
    }

    /** Returns a difference between the machine's state and the model, or null. */
    @Nullable
    String difference(Machine machine) {
        return new ModelComparison(rules, machine).difference();
    }

    static boolean same(SessionId one, SessionId other) {
        return one.high() == other.high() && one.low() == other.low();
    }
}
