package io.holdfast.log.raft;

import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The duties of a leader: it combines the members' batches into entries, stamps them with log time,
 * and provides read points.
 */
final class LeaderDuties {

    /** The maximum number of entries in flight; later batches share the next one. */
    private static final int UNDER_WAY_MAX = 1;

    private final Consensus consensus;
    private final Function<List<Entry>, CompletableFuture<Void>> log;
    private final int batchBytesMax;
    private final LeaderTime stamper;
    private final Contacts contacts;
    private volatile @Nullable Bundler bundler;

    /** @param log appends batches as one entry; completes when it is stored, or fails */
    LeaderDuties(
            Clock clock,
            Consensus consensus,
            Function<List<Entry>, CompletableFuture<Void>> log,
            int batchBytesMax) {
        this.stamper = new LeaderTime(clock);
        this.contacts = new Contacts(clock);
        this.consensus = consensus;
        this.log = log;
        this.batchBytesMax = batchBytesMax;
    }

    /** Returns when the members were last answered. */
    Contacts contacts() {
        return contacts;
    }

    /** Starts to lead with the given log time. */
    void begin(long term, long fromNanos) {
        contacts.begin(term, fromNanos);
        stamper.begin(term, fromNanos);
        Bundler before = bundler;
        bundler = new Bundler(log, UNDER_WAY_MAX, batchBytesMax);
        if (before != null) {
            before.stop();
        }
    }

    void end() {
        Bundler before = bundler;
        if (before != null) {
            before.stop();
        }
    }

    /** Returns whether this member leads and knows the log time. */
    boolean isHeld() {
        return consensus.leads() && stamper.began(consensus.term());
    }

    long nowNanos() {
        return stamper.nowNanos();
    }

    /** Adds a member's batch; completes when the log has stored it. */
    CompletableFuture<Void> bring(Entry entry) {
        Bundler bundling = bundler;
        return bundling != null && isHeld()
                ? bundling.bring(entry)
                : CompletableFuture.failedFuture(new IOException("this member does not lead"));
    }

    boolean moreWaits() {
        Bundler bundling = bundler;
        return bundling != null && bundling.waiting();
    }

    /** Stamps the batches of an entry with log time. */
    Entry stamped(Entry entry) throws IOException {
        if (!isHeld()) {
            throw new IOException("this member does not lead yet");
        }
        return entry.stamped(stamper.nowNanos(), stamper.wallMillis());
    }

    /** Returns a read point after a majority has confirmed that this member leads. */
    CompletableFuture<ReadPoint> confirmed() {
        if (!isHeld()) {
            return CompletableFuture.failedFuture(new IOException("this member does not lead"));
        }
        ReadPoint point = new ReadPoint(consensus.committedIndex(), stamper.nowNanos());
        return consensus.confirm().thenApply(nothing -> point);
    }
}
