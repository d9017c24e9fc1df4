package io.holdfast.sim.cluster.member;

import io.holdfast.core.command.Batch;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.LeaderListener;
import io.holdfast.log.RemovedException;
import io.holdfast.log.Replica;
import io.holdfast.log.SnapshotSink;
import io.holdfast.log.Standing;
import io.holdfast.log.Term;
import io.holdfast.log.raft.BatchBytes;
import io.holdfast.log.raft.LeaderProtocol;
import io.holdfast.sim.cluster.raft.Listener;
import io.holdfast.sim.cluster.raft.RaftEntry;
import io.holdfast.sim.cluster.raft.RaftNode;
import io.holdfast.sim.cluster.raft.StoredSnapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of one process, as {@code ClusterLog} is in production: the real protocol between member
 * and leader, over the model of Raft.
 */
public final class SimLog implements CommitLog, Group, Listener {

    private static final int BATCH_BYTES_MAX = 1 << 20;
    private static final long TOUCH_NANOS = 2_000_000_000L;
    private static final long TRANSFER_NANOS = 1_000_000_000L;

    private final RaftNode.Place place;
    private final Clock clock;
    private final RaftNode node;
    private final Neighbours neighbours;
    private final LeaderProtocol protocol;
    private final BatchBytes codec;
    private final int snapshotEntries;
    private LongConsumer onApplied = index -> {};
    private @Nullable Replica replica;
    private long acknowledged;
    private boolean failed;
    private int sinceSnapshot;
    private boolean snapshotting;

    /** The other members' processes, at their addresses. */
    public interface Neighbours {

        /** Returns the log that runs there; null if the member is down. */
        @Nullable
        SimLog log(String member);

        /** Returns the newest format that the process there reads; zero if the member is down. */
        int formatMax(String member);
    }

    public SimLog(
            RaftNode.Place place,
            SortedSet<String> founders,
            Neighbours neighbours,
            int formatMax,
            int snapshotEntries) {
        this.place = place;
        this.clock = place.clock();
        this.neighbours = neighbours;
        this.codec = BatchBytes.upTo(formatMax);
        this.snapshotEntries = snapshotEntries;
        this.node = new RaftNode(place, this, founders);
        ModelConsensus consensus = new ModelConsensus(this, place, node, neighbours);
        this.protocol = new LeaderProtocol(
                place.name(), clock, consensus, () -> acknowledged, BATCH_BYTES_MAX);
    }

    public RaftNode node() {
        return node;
    }

    RaftNode.Place place() {
        return place;
    }

    LeaderProtocol protocol() {
        return protocol;
    }

    BatchBytes codec() {
        return codec;
    }

    /** Returns whether it answers other members. */
    boolean answers() {
        return !failed && replica != null;
    }

    /** Registers a listener that is told each index after it was applied. */
    public void onApplied(LongConsumer listener) {
        onApplied = listener;
    }

    @Override
    public void open(Replica opened) {
        replica = opened;
        node.start();
    }

    @Override
    public void propose(Batch batch) {
        if (!failed) {
            protocol.propose(batch, codec.encode(batch), acknowledged);
        }
    }

    private Replica replica() {
        Replica opened = replica;
        if (opened == null) {
            throw new IllegalStateException("the log is not open");
        }
        return opened;
    }

    @Override
    public void committed(RaftEntry entry) {
        if (failed) {
            return;
        }
        if (entry.members() == null) {
            Term term = new Term(entry.term(), entry.appender() == node);
            protocol.committing(term, entry.batches());
            replica().committed(entry.index(), term, entry.batches());
            acknowledged = entry.index();
            snapshotIfDue();
        }
        protocol.reached(entry.index());
        onApplied.accept(entry.index());
    }

    private void snapshotIfDue() {
        sinceSnapshot++;
        if (sinceSnapshot >= snapshotEntries && !snapshotting) {
            snapshotting = true;
            sinceSnapshot = 0;
            replica().snapshotDue(new Sink());
        }
    }

    /** Gathers a snapshot's pieces, and takes its time for each. */
    private final class Sink implements SnapshotSink {

        private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();

        @Override
        public CompletableFuture<Void> write(byte[] piece) {
            CompletableFuture<Void> written = new CompletableFuture<>();
            pieces.writeBytes(piece);
            place.process()
                    .after(place.chance().between(0, 5_000_000L), () -> written.complete(null));
            return written;
        }

        @Override
        public CompletableFuture<Void> complete(long index) {
            CompletableFuture<Void> stored = new CompletableFuture<>();
            node.keep(index, pieces.toByteArray(), () -> {
                snapshotting = false;
                stored.complete(null);
            });
            return stored;
        }

        @Override
        public void abort(Throwable cause) {
            snapshotting = false;
        }
    }

    @Override
    public void restored(StoredSnapshot snapshot) {
        try {
            replica().restore(snapshot.index(), new ByteArrayInputStream(snapshot.bytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        acknowledged = snapshot.index();
        protocol.reached(snapshot.index());
        onApplied.accept(snapshot.index());
    }

    @Override
    public void leads(long term) {
        if (!failed) {
            replica().leads(term);
        }
    }

    @Override
    public void leadsNoMore() {
        protocol.endLead();
    }

    @Override
    public void leaderChanged() {
        place.process().after(0, protocol::leaderChanged);
    }

    @Override
    public void failed(Exception cause) {
        failed = true;
        place.process().after(0, () -> replica().failed(cause));
    }

    @Override
    public void removed() {
        failed(new RemovedException());
    }

    @Override
    public long nextIncarnation(long atLeast) throws IOException {
        return place.disk().nextIncarnation(atLeast);
    }

    @Override
    public int inFlightMax() {
        return 1;
    }

    @Override
    public Group group() {
        return this;
    }

    @Override
    public boolean leads() {
        return protocol.leads();
    }

    @Override
    public long nowNanos() {
        return protocol.nowNanos();
    }

    @Override
    public void lead(long term, long fromNanos) {
        protocol.lead(term, fromNanos);
    }

    @Override
    public CompletableFuture<ReadPoint> readPoint() {
        return protocol.readPoint();
    }

    @Override
    public void giveUp() {
        protocol.giveUp();
    }

    @Override
    public boolean inTouch() {
        return node.heardWithin(TOUCH_NANOS);
    }

    @Override
    public void onLeaderChange(LeaderListener listener) {}

    @Override
    public Standing standing() {
        String leader = node.leader();
        return new Standing(
                leader == null ? "" : leader,
                node.term(),
                node.committed(),
                node.applied(),
                protocol.problem());
    }

    @Override
    public Set<String> members() {
        return node.members();
    }

    @Override
    public Set<String> unheardFor(long nanos) {
        return node.unheardFor(nanos);
    }

    @Override
    public CompletableFuture<Map<String, Integer>> formats() {
        CompletableFuture<Map<String, Integer>> answer = new CompletableFuture<>();
        long term = node.term();
        clock.wakeAt(clock.monotonicNanos() + place.chance().between(0, 500_000_000L), () -> {
            Map<String, Integer> formats = new TreeMap<>();
            for (String member : node.members()) {
                boolean reached = !place.network().isCut(place.name(), member)
                        && !place.network().isCut(member, place.name());
                formats.put(member, reached ? neighbours.formatMax(member) : 0);
            }
            if (node.leads() && node.term() == term) {
                answer.complete(formats);
            } else {
                answer.completeExceptionally(new IOException("the leader changed"));
            }
        });
        return answer;
    }

    @Override
    public LeaderContact contact() {
        return protocol.contact();
    }

    @Override
    public CompletableFuture<Void> handOver() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        node.members().stream()
                .filter(member -> !member.equals(place.name()))
                .findFirst()
                .ifPresent(node::transfer);
        long waitNanos = node.leads() ? TRANSFER_NANOS : 0;
        clock.wakeAt(clock.monotonicNanos() + waitNanos, () -> done.complete(null));
        return done;
    }

    @Override
    public void close() {
        protocol.close();
        node.stop();
    }
}
