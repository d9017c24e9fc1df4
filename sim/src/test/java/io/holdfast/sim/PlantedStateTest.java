package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * More planted bugs: in replicas, snapshots, clocks, fences and ended waits. Each is found soon.
 */
final class PlantedStateTest {

    private static final long COMMANDS = 100_000;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @Test
    void entrySkippedByOneReplicaIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            private int applied;

            @Override
            Effects apply(Machine machine, Batch batch) {
                // Both replicas apply each batch, the second one after the first.
                boolean skipped = ++applied % 60 == 0;
                return super.apply(
                        machine,
                        skipped
                                ? new Batch(batch.timeNanos(), batch.wallMillis(), List.of())
                                : batch);
            }
        });
    }

    @Test
    void wallClockExpiryIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            private int applied;

            @Override
            Effects apply(Machine machine, Batch batch) {
                long setNanos = ++applied > 60 ? HOUR_NANOS : 0;
                return super.apply(
                        machine,
                        new Batch(
                                batch.timeNanos() + setNanos,
                                batch.wallMillis(),
                                batch.proposals()));
            }
        });
    }

    @Test
    void fenceThatRestartsWithAForgottenKeyIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            private boolean forgotten;

            @Override
            Effects apply(Machine machine, Batch batch) {
                Effects effects = super.apply(machine, batch);
                if (forgotten) {
                    effects.replies().replaceAll(PlantedStateTest::withFirstFence);
                }
                forgotten |= effects.events().stream().anyMatch(Event.Forgotten.class::isInstance);
                return effects;
            }
        });
    }

    private static Reply withFirstFence(Reply reply) {
        if (reply.outcome() instanceof Outcome.Granted granted) {
            Token token = new Token(1, granted.token().salt());
            return new Reply(
                    reply.origin(), new Outcome.Granted(token, granted.slot(), granted.ttlNanos()));
        }
        return reply;
    }

    @Test
    void grantToAnExpiredWaiterIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            @Override
            Effects apply(Machine machine, Batch batch) {
                List<Proposal> patient = batch.proposals().stream()
                        .map(PlantedStateTest::waitingOnAndOn)
                        .toList();
                return super.apply(
                        machine, new Batch(batch.timeNanos(), batch.wallMillis(), patient));
            }
        });
    }

    private static Proposal waitingOnAndOn(Proposal proposal) {
        return proposal.command() instanceof LocksCommand.Acquire c && c.waitNanos() > 0
                ? new Proposal(
                        proposal.origin(),
                        proposal.actor(),
                        proposal.request(),
                        new LocksCommand.Acquire(
                                c.name(),
                                c.kind(),
                                c.session(),
                                c.limit(),
                                c.waitNanos() + HOUR_NANOS,
                                c.ttlNanos(),
                                c.salt(),
                                c.owner()))
                : proposal;
    }

    @Test
    void snapshotWithoutQueuesIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            @Override
            Machine readBack(Machine machine) {
                // A draining member ends its clients' waits and changes nothing else.
                List<Proposal> drains = new ArrayList<>();
                for (int member = 0; member < swarm.members(); member++) {
                    Origin life = life(member);
                    MemberCommand drain =
                            new MemberCommand.Drain(life.member(), life.incarnation(), false);
                    drains.add(new Proposal(life, Actor.MEMBER, null, drain));
                }
                machine.apply(new Batch(machine.nowNanos(), machine.wallMillis(), drains));
                return machine;
            }
        });
    }

    @Test
    void snapshotInHashTableOrderIsDetected() {
        assertFound(swarm -> new Run(swarm) {
            private int written;

            @Override
            List<byte[]> pieces(Machine machine) {
                List<byte[]> pieces = super.pieces(machine);
                if (pieces.size() > 3 && ++written % 2 == 0) {
                    Collections.swap(pieces, 1, 2);
                }
                return pieces;
            }
        });
    }

    private static void assertFound(Function<Swarm, Run> runs) {
        String found = new Campaign(new Episode(runs), 500).run(1, COMMANDS);
        assertThat(found).contains("fails: ").contains("./dev sim --seed 0x");
    }
}
