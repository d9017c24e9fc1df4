package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Token;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The simulator must detect bugs: each planted one is found soon, and shrinks to a few steps. */
final class PlantedBugTest {

    private static final long COMMANDS = 100_000;

    @Test
    void disabledLedgerIsDetected() {
        assertFound(batch ->
                proposals(batch, p -> new Proposal(p.origin(), p.actor(), null, p.command())));
    }

    @Test
    void lateLeaseEndIsDetected() {
        assertFound(batch -> new Batch(
                Math.max(0, batch.timeNanos() - Swarm.MILLI_NANOS),
                batch.wallMillis(),
                batch.proposals()));
    }

    @Test
    void ignoredDisconnectIsDetected() {
        assertFound(batch -> proposals(
                batch,
                p -> p.command() instanceof LocksCommand.Abandon c
                        ? with(
                                p,
                                new LocksCommand.Abandon(
                                        c.name(),
                                        c.kind(),
                                        c.session(),
                                        c.call(),
                                        Token.NONE,
                                        null))
                        : p));
    }

    @Test
    void memberLossThatPassesOnEveryGrantIsDetected() {
        assertFound(batch -> proposals(
                batch,
                p -> p.command() instanceof MemberCommand.Lost c
                        ? with(p, new MemberCommand.Lost(c.member(), c.incarnation(), 0, 0))
                        : p));
    }

    @Test
    void ignoredDisconnectOfABorrowerIsDetected() {
        assertFound(batch -> proposals(
                batch,
                p -> p.command() instanceof PoolsCommand.Abandon c
                        ? with(p, new PoolsCommand.Abandon(c.name(), p.origin(), null, null))
                        : p));
    }

    @Test
    void ignoredReturnIsDetected() {
        assertFound(batch -> proposals(
                batch,
                p -> p.command() instanceof PoolsCommand.Return c
                        ? with(p, new PoolsCommand.Return(c.name(), new LeaseId(0, 0)))
                        : p));
    }

    @Test
    void ignoredNodeHeartbeatIsDetected() {
        assertFound(batch -> proposals(
                batch,
                p -> p.command() instanceof NodesCommand.Renew c
                        ? with(p, new NodesCommand.Extend(c.tenant(), c.by(), c.id(), 1, null))
                        : p));
    }

    @Test
    void fenceGrantedTwiceIsDetected() {
        Episode episode = new Episode(swarm -> new Run(swarm) {
            @Override
            Effects apply(Machine machine, Batch batch) {
                Effects effects = super.apply(machine, batch);
                effects.replies().replaceAll(PlantedBugTest::withEvenFence);
                return effects;
            }
        });
        assertFound(episode);
    }

    private static Reply withEvenFence(Reply reply) {
        if (reply.outcome() instanceof Outcome.Granted granted) {
            Token token =
                    new Token(granted.token().fence() & ~1L, granted.token().salt());
            return new Reply(
                    reply.origin(), new Outcome.Granted(token, granted.slot(), granted.ttlNanos()));
        }
        return reply;
    }

    private static void assertFound(UnaryOperator<Batch> bug) {
        assertFound(new Episode(swarm -> new Run(swarm) {
            @Override
            Effects apply(Machine machine, Batch batch) {
                return super.apply(machine, bug.apply(batch));
            }
        }));
    }

    private static void assertFound(Episode episode) {
        String found = new Campaign(episode, 500).run(1, COMMANDS);
        assertThat(found).contains("fails: ").contains("./dev sim --seed 0x");
        assertThat(found.lines().filter("---"::equals)).hasSizeLessThan(12);
    }

    private static Batch proposals(Batch batch, UnaryOperator<Proposal> change) {
        return new Batch(
                batch.timeNanos(),
                batch.wallMillis(),
                batch.proposals().stream().map(change).toList());
    }

    private static Proposal with(Proposal proposal, Command<?> command) {
        return new Proposal(proposal.origin(), proposal.actor(), proposal.request(), command);
    }
}
