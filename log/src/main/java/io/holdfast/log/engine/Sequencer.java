package io.holdfast.log.engine;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Gathers proposals into batches and stamps them with log time; a cluster member numbers them
 * instead, and the leader stamps them. A batch is sent as soon as the log has room for it, with the
 * proposals gathered until then.
 */
final class Sequencer {

    /** Keeps a batch below the size limit of a log entry, even with the largest commands. */
    private static final int PROPOSALS_MAX = 1_000;

    private final CommitLog log;
    private final TimeSource time;
    private final Clock clock;
    private final IntSupplier format;
    private long number;
    private long sentNanos;
    private List<Proposal> gathered = new ArrayList<>();
    private int inFlight;
    private long lastStampNanos;
    private boolean tickWanted;

    /** @param format the format level in which batches are written */
    Sequencer(CommitLog log, TimeSource time, Clock clock, IntSupplier format) {
        this.format = format;
        this.log = log;
        this.time = time;
        this.clock = clock;
    }

    void add(Proposal proposal) {
        gathered.add(proposal);
    }

    int gathered() {
        return gathered.size();
    }

    boolean isGathered(long sequence) {
        for (Proposal proposal : gathered) {
            if (proposal.origin().sequence() == sequence) {
                return true;
            }
        }
        return false;
    }

    void clear() {
        gathered = new ArrayList<>();
    }

    /** Requests a tick, because a deadline has passed or a read waits for one. */
    void wantTick() {
        tickWanted = true;
    }

    void committed() {
        inFlight--;
    }

    /** Returns the number of batches that were sent and applied, to detect progress. */
    long batches() {
        return number - inFlight;
    }

    /** Returns whether this is the batch that this member sent last and that is still in flight. */
    boolean underWay(Batch batch) {
        return inFlight > 0 && batch.number() == number;
    }

    /** Returns whether the log has no room for another batch. */
    boolean isFull() {
        return inFlight >= log.inFlightMax();
    }

    boolean busy() {
        return inFlight > 0 || !gathered.isEmpty();
    }

    /** Returns the time since the batch in flight was sent. */
    long underWayNanos() {
        return clock.monotonicNanos() - sentNanos;
    }

    /**
     * Stops waiting for the batch in flight, which may be lost, and drops the unsent proposals.
     *
     * @return the numbers of the unsent calls
     */
    Set<Long> giveUp() {
        Set<Long> unsent = new HashSet<>();
        gathered.forEach(proposal -> unsent.add(proposal.origin().sequence()));
        inFlight = 0;
        clear();
        return unsent;
    }

    /** Starts a new incarnation: batches of the previous one are ignored. */
    void beginLife() {
        inFlight = 0;
        clear();
        number = 0;
    }

    /** Starts ticking as the leader: earlier ticks may never have been committed. */
    void beginTicking() {
        lastStampNanos = Long.MIN_VALUE;
        tickWanted = true;
    }

    /**
     * Sends as many batches as the log has room for. A log that answers at once may add proposals
     * meanwhile.
     */
    void flush(LongSupplier nextDeadlineNanos) {
        boolean sent = true;
        while (sent && !isFull()) {
            sent = !gathered.isEmpty() || tickDue(nextDeadlineNanos.getAsLong());
            if (sent) {
                send(take());
            }
        }
    }

    private boolean tickDue(long nextDeadlineNanos) {
        boolean wanted = tickWanted;
        tickWanted = false;
        // A batch in flight with a late enough stamp has the same effect.
        return wanted
                && time.ticks()
                && lastStampNanos < nextDeadlineNanos
                && nextDeadlineNanos <= time.nowNanos();
    }

    private List<Proposal> take() {
        List<Proposal> batch = gathered;
        if (batch.size() <= PROPOSALS_MAX) {
            gathered = new ArrayList<>();
            return batch;
        }
        List<Proposal> first = new ArrayList<>(batch.subList(0, PROPOSALS_MAX));
        gathered = new ArrayList<>(batch.subList(PROPOSALS_MAX, batch.size()));
        return first;
    }

    private void send(List<Proposal> proposals) {
        if (time.ticks()) {
            lastStampNanos = time.nowNanos();
        }
        if (time.stampsOwn()) {
            inFlight++;
            propose(new Batch(lastStampNanos, clock.wallMillis(), proposals));
        } else if (proposals.isEmpty()) {
            // A tick belongs to no process: each leader proposes its own, so it is not numbered.
            propose(new Batch(0, 0, proposals));
        } else {
            inFlight++;
            sentNanos = clock.monotonicNanos();
            number++;
            propose(new Batch(0, 0, number, proposals));
        }
    }

    private void propose(Batch batch) {
        log.propose(batch.in(format.getAsInt()));
    }
}
