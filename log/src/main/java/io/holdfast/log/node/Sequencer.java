package io.holdfast.log.node;

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
 * Gathers proposals into batches and stamps them with log time; where the node is one of several it
 * numbers them instead, and the leader stamps them. A batch never waits for company: it goes as
 * soon as the log has room for it, with whatever came until then.
 */
final class Sequencer {

    /** Keeps a batch below the limit of a log entry, whatever its commands hold. */
    private static final int PROPOSALS_MAX = 1_000;

    private final CommitLog log;
    private final NodeTime time;
    private final Clock clock;
    private final IntSupplier format;
    private final boolean numbered;
    private long number;
    private long sentNanos;
    private List<Proposal> gathered = new ArrayList<>();
    private int inFlight;
    private long lastStampNanos;
    private boolean tickWanted;

    /** @param format the level, by which batches are written */
    Sequencer(CommitLog log, NodeTime time, Clock clock, IntSupplier format) {
        this.format = format;
        this.log = log;
        this.time = time;
        this.clock = clock;
        this.numbered = log.group() != null;
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

    /** Something is due, or a read waits for what is due: time has to move on. */
    void wantTick() {
        tickWanted = true;
    }

    void committed() {
        inFlight--;
    }

    /** How many batches were sent and have come through, for whoever looks whether any do. */
    long batches() {
        return number - inFlight;
    }

    /** Whether this is the batch that this node sent last and has not seen since. */
    boolean underWay(Batch batch) {
        return inFlight > 0 && batch.number() == number;
    }

    /** Whether the log has no room for another batch now. */
    boolean isFull() {
        return inFlight >= log.inFlightMax();
    }

    boolean busy() {
        return inFlight > 0 || !gathered.isEmpty();
    }

    /** How long ago the batch under way was sent. */
    long underWayNanos() {
        return clock.monotonicNanos() - sentNanos;
    }

    /**
     * The batch under way may be lost, and is not waited for any more; whatever was not sent is
     * forgotten.
     *
     * @return the numbers of the calls that were not sent
     */
    Set<Long> giveUp() {
        Set<Long> unsent = new HashSet<>();
        gathered.forEach(proposal -> unsent.add(proposal.origin().sequence()));
        inFlight = 0;
        clear();
        return unsent;
    }

    /** Another process of this node begins: what the one before sent is over. */
    void beginLife() {
        inFlight = 0;
        clear();
        number = 0;
    }

    /** This node leads again: what it ticked for before may never have come into the log. */
    void beginTicking() {
        lastStampNanos = Long.MIN_VALUE;
        tickWanted = true;
    }

    /**
     * Sends what there is room for. A log that answers at once may bring more to send meanwhile.
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
        // A batch under way that is stamped late enough does the same.
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
        if (!numbered) {
            inFlight++;
            propose(new Batch(lastStampNanos, clock.wallMillis(), proposals));
        } else if (proposals.isEmpty()) {
            // A tick is nobody's: whoever leads proposes it, and whoever leads next does again.
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
