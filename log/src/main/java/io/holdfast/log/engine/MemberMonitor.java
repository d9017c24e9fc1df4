package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.Clock;
import io.holdfast.log.Group;
import io.holdfast.log.LostMember;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a few times a second, in the lane of a cluster member: whether its calls make progress,
 * whether it is in contact with the others and, if it leads, whether they are alive.
 */
final class MemberMonitor {

    private static final Logger LOG = LoggerFactory.getLogger(MemberMonitor.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final EngineControls engine;
    private final Group group;
    private final Clock clock;
    private final Lane lane;
    private final EngineOptions options;
    private final Sequencer sequencer;
    private final GroupReads reads;
    private final FormatGate formats;
    private final ContactDelivery grants;
    private List<MemberProcess> lives = List.of();
    private int livesChanges;
    private @Nullable Machine seen;
    private final MemoryShare memory;

    /** The processes that this member has declared lost while it leads. */
    private final Set<MemberProcess> lost = new HashSet<>();

    /** Lost processes whose end was proposed and not yet rejected. */
    private final Set<MemberProcess> ending = new HashSet<>();

    private long busySinceNanos;
    private long lastBatch;
    private boolean wasBusy;
    private long inTouchNanos;
    private long proposedNanos;

    MemberMonitor(
            EngineControls engine,
            Group group,
            Clock clock,
            Lane lane,
            EngineOptions options,
            Sequencer sequencer,
            GroupReads reads,
            ContactDelivery grants) {
        this.formats = new FormatGate(engine, group, clock, lane, options);
        this.memory = new MemoryShare(options);
        this.sequencer = sequencer;
        this.engine = engine;
        this.group = group;
        this.clock = clock;
        this.lane = lane;
        this.options = options;
        this.reads = reads;
        this.grants = grants;
        group.contact().onChange(() -> {
            if (grants.isHolding()) {
                lane.run(() -> grants.release(engine.calls()::finish));
            }
        });
    }

    /** Tells the group at once which processes are alive after a batch or a snapshot. */
    void applied(Machine machine) {
        if (machine != seen || machine.livesChanges() != livesChanges) {
            seen = machine;
            livesChanges = machine.livesChanges();
            lives = machine.lives();
            group.contact().alive(lives);
        }
    }

    void begin() {
        proposedNanos = clock.monotonicNanos();
        wake();
    }

    private void wake() {
        clock.wakeAt(clock.monotonicNanos() + LOOK_NANOS, () -> lane.run(this::look));
    }

    private void look() {
        if (engine.state().over()) {
            return;
        }
        long nowNanos = clock.monotonicNanos();
        if (engine.hasBegun()) {
            lookAtAll(nowNanos);
        } else {
            lookAtStart(nowNanos);
        }
        wake();
    }

    /**
     * Proposes this member's first commands again if they were lost: it has applied all committed
     * entries, and those commands were not among them.
     */
    private void lookAtStart(long nowNanos) {
        inTouchNanos = nowNanos;
        boolean late = nowNanos - proposedNanos > options.patienceNanos();
        if (late && group.standing().isCaughtUp()) {
            LOG.warn("first commands of this member were lost; retrying: {}", group.standing());
            proposedNanos = nowNanos;
            engine.rejoin();
        }
    }

    private void lookAtAll(long nowNanos) {
        lookAtCalls(nowNanos);
        grants.look(engine.calls().parked(), engine.calls()::finish);
        reads.giveUp(options.patienceNanos());
        lookForLeader(nowNanos);
        lookAfterOthers();
        formats.look(nowNanos);
        if (engine.state() == EngineState.RUNNING) {
            Set<String> members = group.leads() ? group.members() : Set.of();
            engine.calls().propose(memory.due(engine.machine(), members, nowNanos));
        }
    }

    /** Gives up calls if no batch was applied for as long as a call may wait. */
    private void lookAtCalls(long nowNanos) {
        boolean busy = sequencer.busy();
        if (!busy || !wasBusy || sequencer.batches() != lastBatch) {
            busySinceNanos = nowNanos;
        } else if (nowNanos - busySinceNanos > options.patienceNanos()) {
            engine.giveUp();
            busySinceNanos = nowNanos;
        }
        wasBusy = busy;
        lastBatch = sequencer.batches();
    }

    /**
     * Without a leader for this long, the others treat this member's clients as disconnected. It
     * therefore answers their calls and rejoins as soon as it can.
     */
    private void lookForLeader(long nowNanos) {
        if (group.inTouch()) {
            inTouchNanos = nowNanos;
        } else if (engine.state() == EngineState.RUNNING
                && nowNanos - inTouchNanos > options.lostNanos()) {
            LOG.warn("lost contact with the leader; answering waiting calls and rejoining");
            engine.rejoin();
        }
    }

    /** As the leader, declares silent, removed and replaced processes lost. */
    private void lookAfterOthers() {
        if (!group.leads() || engine.state() != EngineState.RUNNING) {
            lost.clear();
            ending.clear();
            return;
        }
        Set<String> members = group.members();
        Set<String> unheard = group.unheardFor(options.lostNanos());
        for (MemberProcess life : lives) {
            boolean gone = !members.contains(life.member())
                    || unheard.contains(life.member())
                    || group.contact().isReplaced(life);
            // A process declared lost gets no contact any more, even if it is heard from again.
            if (!life.member().equals(options.name()) && (gone || lost.contains(life))) {
                declareLost(life);
            }
        }
    }

    private void declareLost(MemberProcess life) {
        if (lost.add(life)) {
            LOG.warn("member {} declared lost; its clients' waiting calls end", life.member());
        }
        if (ending.add(life)) {
            LostMember loss = group.contact().lose(life);
            MemberCommand.Lost command = new MemberCommand.Lost(
                    life.member(), life.incarnation(), loss.term(), loss.undeliveredSinceNanos());
            engine.calls().propose(command, outcome -> {
                if (!outcome.equals(Outcome.DONE)) {
                    ending.remove(life);
                }
            });
        }
    }
}
