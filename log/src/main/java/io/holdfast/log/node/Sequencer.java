package io.holdfast.log.node;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Proposal;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;

import java.util.ArrayList;
import java.util.List;

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

    void flush(long nextDeadlineNanos) {
        while (inFlight < log.inFlightMax() && !gathered.isEmpty()) {
            send(take());
        }
        if (tickWanted && inFlight < log.inFlightMax()) {
            tickWanted = false;
            // A batch under way that is stamped late enough does the same.
            if (lastStampNanos < nextDeadlineNanos && nextDeadlineNanos <= time.nowNanos()) {
                send(List.of());
            }
        }
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
