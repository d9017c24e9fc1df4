package io.holdfast.log.node;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Gathers proposals into batches and stamps them with log time. A batch never waits for company: it
 * goes as soon as the log has room for it, with whatever came until then.
 */
final class Sequencer {

    /** Keeps a batch below the limit of a log entry, whatever its commands hold. */
    private static final int PROPOSALS_MAX = 1_000;

    private final CommitLog log;
    private final LogTime time;
    private final Clock clock;
    private List<Proposal> gathered = new ArrayList<>();
    private int inFlight;
    private long lastStampNanos;
    private boolean tickWanted;

    Sequencer(CommitLog log, LogTime time, Clock clock) {
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

    /** Something is due, or a read waits for what is due: time has to move on. */
    void wantTick() {
        tickWanted = true;
    }

    void committed() {
        inFlight--;
    }

    /**
     * Sends what there is room for. A log that answers at once may bring more to send meanwhile.
     */
    void flush(LongSupplier nextDeadlineNanos) {
        boolean sent = true;
        while (sent && inFlight < log.inFlightMax()) {
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
        return wanted && lastStampNanos < nextDeadlineNanos && nextDeadlineNanos <= time.nowNanos();
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
        inFlight++;
        lastStampNanos = time.nowNanos();
        log.propose(new Batch(lastStampNanos, clock.wallMillis(), proposals));
    }
}
