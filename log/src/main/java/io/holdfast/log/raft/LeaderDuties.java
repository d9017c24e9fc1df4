package io.holdfast.log.raft;

import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * What a node does for all while it leads: it puts their batches into entries, gives these their
 * time, and says where reads stand.
 */
final class LeaderDuties {

    /** How many entries are under way before what comes goes into the next one together. */
    private static final int UNDER_WAY_MAX = 1;

    private final Supplier<RaftServer.@Nullable Division> division;
    private final Function<List<Entry>, CompletableFuture<Void>> log;
    private final int batchBytesMax;
    private final LeaderTime stamper;
    private final Contacts contacts;
    private final Appenders appenders = new Appenders(this::moreWaits);
    private volatile @Nullable Bundler bundler;

    /** @param log keeps batches as one entry, and says when it has or that it does not */
    LeaderDuties(
            Clock clock,
            Supplier<RaftServer.@Nullable Division> division,
            Function<List<Entry>, CompletableFuture<Void>> log,
            int batchBytesMax) {
        this.stamper = new LeaderTime(clock);
        this.contacts = new Contacts(clock);
        this.division = division;
        this.log = log;
        this.batchBytesMax = batchBytesMax;
    }

    Appenders appenders() {
        return appenders;
    }

    /** When the members were last answered. */
    Contacts contacts() {
        return contacts;
    }

    /** Log time goes on from here, and batches are taken. */
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
        appenders.stop();
        Bundler before = bundler;
        if (before != null) {
            before.stop();
        }
    }

    /** Whether this node leads and knows the time. */
    boolean isHeld() {
        RaftServer.Division mine = division.get();
        if (mine == null) {
            return false;
        }
        DivisionInfo info = mine.getInfo();
        return info.isLeaderReady() && stamper.began(info.getCurrentTerm());
    }

    long nowNanos() {
        return stamper.nowNanos();
    }

    /** A node has a batch. Says when the log has it. */
    CompletableFuture<Void> bring(Entry entry) {
        Bundler bundling = bundler;
        return bundling != null && isHeld()
                ? bundling.bring(entry)
                : CompletableFuture.failedFuture(new IOException("this node does not lead"));
    }

    private boolean moreWaits() {
        Bundler bundling = bundler;
        return bundling != null && bundling.waiting();
    }

    /** Gives the batches of an entry their time. */
    Entry stamped(Entry entry) throws IOException {
        if (!isHeld()) {
            throw new IOException("this node does not lead yet");
        }
        return entry.stamped(stamper.nowNanos(), stamper.wallMillis());
    }

    /** A read point of this node, after a majority has confirmed that it leads. */
    CompletableFuture<ReadPoint> confirmed() {
        RaftServer.Division mine = division.get();
        if (mine == null || !isHeld()) {
            return CompletableFuture.failedFuture(new IOException("this node does not lead"));
        }
        ReadPoint point =
                new ReadPoint(mine.getRaftLog().getLastCommittedIndex(), stamper.nowNanos());
        return appenders.confirm(mine).thenApply(nothing -> point);
    }
}
