package io.holdfast.sim.cluster;

import io.holdfast.core.command.Batch;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Contact;
import io.holdfast.log.Group;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.LeaderListener;
import io.holdfast.log.LostMember;
import io.holdfast.log.Replica;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.Standing;
import io.holdfast.log.Term;
import io.holdfast.sim.cluster.member.SimLog;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A log, its group and its replica, which do what they should until a planted bug overrides it. */
class WrappedLog implements CommitLog, Group, LeaderContact {

    final SimLog log;

    WrappedLog(SimLog log) {
        this.log = log;
    }

    /** Returns the replica that the log gets. */
    Replica replica(Replica opened) {
        return opened;
    }

    @Override
    public void open(Replica opened) throws IOException {
        log.open(replica(opened));
    }

    @Override
    public void propose(Batch batch) {
        log.propose(batch);
    }

    @Override
    public long nextIncarnation(long atLeast) throws IOException {
        return log.nextIncarnation(atLeast);
    }

    @Override
    public int inFlightMax() {
        return log.inFlightMax();
    }

    @Override
    public Group group() {
        return this;
    }

    @Override
    public boolean leads() {
        return log.leads();
    }

    @Override
    public long nowNanos() {
        return log.nowNanos();
    }

    @Override
    public void lead(long term, long fromNanos) {
        log.lead(term, fromNanos);
    }

    @Override
    public CompletableFuture<ReadPoint> readPoint() {
        return log.readPoint();
    }

    @Override
    public void giveUp() {
        log.giveUp();
    }

    @Override
    public boolean inTouch() {
        return log.inTouch();
    }

    @Override
    public void onLeaderChange(LeaderListener listener) {}

    @Override
    public Standing standing() {
        return log.standing();
    }

    @Override
    public Set<String> members() {
        return log.members();
    }

    @Override
    public Set<String> unheardFor(long nanos) {
        return log.unheardFor(nanos);
    }

    @Override
    public CompletableFuture<Map<String, Integer>> formats() {
        return log.formats();
    }

    @Override
    public LeaderContact contact() {
        return this;
    }

    @Override
    public CompletableFuture<Void> handOver() {
        return log.handOver();
    }

    @Override
    public Contact newest() {
        return log.contact().newest();
    }

    @Override
    public void seek(long incarnation) {
        log.contact().seek(incarnation);
    }

    @Override
    public void onChange(Runnable listener) {
        log.contact().onChange(listener);
    }

    @Override
    public void alive(List<MemberProcess> lives) {
        log.contact().alive(lives);
    }

    @Override
    public boolean isReplaced(MemberProcess life) {
        return log.contact().isReplaced(life);
    }

    @Override
    public LostMember lose(MemberProcess life) {
        return log.contact().lose(life);
    }

    @Override
    public void close() {
        log.close();
    }

    /** A replica that passes everything on until a planted bug overrides it. */
    static class WrappedReplica implements Replica {

        final Replica replica;

        WrappedReplica(Replica replica) {
            this.replica = replica;
        }

        @Override
        public void restore(long index, InputStream snapshot) throws IOException {
            replica.restore(index, snapshot);
        }

        @Override
        public void committed(long index, Batch batch) {
            replica.committed(index, batch);
        }

        @Override
        public void committed(long index, Term term, List<Batch> batches) {
            replica.committed(index, term, batches);
        }

        @Override
        public void snapshotDue(SnapshotSink sink) {
            replica.snapshotDue(sink);
        }

        @Override
        public int formatMax() {
            return replica.formatMax();
        }

        @Override
        public int format() {
            return replica.format();
        }

        @Override
        public void leads(long term) {
            replica.leads(term);
        }

        @Override
        public void failed(Throwable cause) {
            replica.failed(cause);
        }
    }
}
