package io.holdfast.log.raft;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import io.holdfast.log.Group;
import io.holdfast.log.GroupControl;
import io.holdfast.log.LeaderContact;
import io.holdfast.log.LeaderListener;
import io.holdfast.log.LogOptions;
import io.holdfast.log.PeerProblems;
import io.holdfast.log.RemovedException;
import io.holdfast.log.Replica;
import io.holdfast.log.Standing;
import io.holdfast.log.Term;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.ratis.Appenders;
import io.holdfast.log.ratis.GroupFiles;
import io.holdfast.log.ratis.PeerProxies;
import io.holdfast.log.ratis.RatisServers;
import io.holdfast.log.snapshot.SnapshotPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The durable log of a cluster member: a Raft group on Apache Ratis over gRPC. A batch is committed
 * when fsync has returned for its entry on a majority. The leader stamps it with log time. A
 * failure of this member's files ends its log permanently; the others continue.
 *
 * <p>Threading: Ratis's updater thread calls the replica; failures come on a separate thread.
 */
public final class ClusterLog extends RatisLog implements Group {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterLog.class);
    private static final long REMOVAL_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    /** A follower that lags by less than this part of a snapshot's entries needs no snapshot. */
    private static final long KEPT_SHARE = 4;

    private final Clock clock;
    private final Appenders appenders = new Appenders(this::moreWaits);
    private final RatisConsensus consensus = new RatisConsensus(this::division, appenders);
    private final LeaderProtocol protocol;
    private final StartupWait waiting;
    private final PeerProblems problems;
    private final LeaderReports leaders;
    private final CompletableFuture<RaftGroupId> group = new CompletableFuture<>();
    private volatile ClusterOptions cluster;
    /** True if the directory contained a member's log when this process started. */
    private volatile boolean restarted;

    private volatile @Nullable Snapshots snapshots;
    private @Nullable RaftClientRpc rpc;
    private @Nullable PeerWatch peers;
    private volatile RaftServer.@Nullable Division division;
    /** True once batches may be proposed. */
    private volatile boolean accepts;

    private volatile @Nullable Membership membership;
    private volatile @Nullable FormatQuestion question;

    public ClusterLog(Path directory, LogOptions options, ClusterOptions cluster, Clock clock) {
        super(directory, options);
        this.cluster = cluster;
        this.clock = clock;
        this.protocol = new LeaderProtocol(
                cluster.node(), clock, consensus, () -> acknowledged, options.batchBytesMax());
        this.waiting = new StartupWait(clock, () -> closing || failed());
        this.problems = new PeerProblems(clock);
        this.leaders = new LeaderReports(cluster.node());
    }

    @Override
    void start(DataDirectory files, Replica opened) throws IOException {
        cluster = StoredGroup.read(files.root()).reconcile(cluster);
        new JournalConversion(files, cluster).run(opened);
        Identity known = files.known(cluster.node());
        StoredGroup stored = StoredGroup.read(files.root());
        boolean member = known != null
                && Files.isDirectory(GroupFiles.segments(files.raft(), known.cluster()));
        restarted = member;
        if (known != null && member) {
            snapshots = recovered(files, known, opened);
            protocol.reached(acknowledged);
        }
        files.createRaft();
        UUID own = known == null ? null : known.cluster();
        PeerWatch.Self self = PeerWatch.Self.of(
                cluster, () -> group.isDone() ? group.join().getUuid() : own, () -> division);
        PeerWatch watch =
                new PeerWatch(clock, problems, self, PeerTransport.connecting(cluster.tls()));
        peers = watch;
        Parameters parameters = PeerTransport.parameters(appenders, cluster);
        FormatService.serve(parameters, this::formatMax);
        PeerTransport.addService(parameters, PeerHello.service(watch::answer));
        RaftClientRpc asking = PeerTransport.client(parameters, options);
        rpc = asking;
        if (known != null && stored.members().containsKey(cluster.node())) {
            new StartCheck(cluster, known, asking)
                    .check(Math.max(stored.lastIndex(), acknowledged));
        }
        RaftServer built = RatisServers.member(
                cluster.node(),
                RatisSettings.cluster(files.raft(), options, cluster),
                parameters,
                this::machine);
        server = built;
        PeerProxies connections = PeerProxies.of(built, asking);
        appenders.sendBy(connections);
        PeerTransport.checkFree(cluster);
        built.start();
        watch.start();
        if (!member && !cluster.join() && cluster.node().equals(cluster.founder())) {
            new Bootstrap(cluster, files, built, asking, waiting, watch).found();
        }
        files.founded();
        waiting.until(group::isDone, () -> cluster.awaited());
        takePart(built, asking, connections, parameters, opened);
        RaftServer.Division mine = built.getDivision(group.join());
        waiting.until(
                () -> mine.getRaftConf().getPeer(mine.getId()) != null
                        && mine.getInfo().getLeaderId() != null,
                () -> "a leader among " + members());
        if (files.acknowledged() < 0) {
            // From now on a missing log was lost, and is not a new one.
            files.acknowledge(Math.max(acknowledged, 0));
        }
    }

    /** Creates the parts that this member needs in its group, once the group is known. */
    private void takePart(
            RaftServer built,
            RaftClientRpc asking,
            PeerProxies connections,
            Parameters parameters,
            Replica opened)
            throws IOException {
        RaftServer.Division mine = built.getDivision(group.join());
        division = mine;
        Snapshots written = snapshots;
        if (written == null) {
            throw new IllegalStateException("the group has no state machine");
        }
        SnapshotPolicy grown = new SnapshotPolicy(
                options,
                written.files(),
                new PurgedLog(written, mine, options.snapshotEntries() / KEPT_SHARE));
        growth = grown;
        grown.serve();
        FormatQuestion asked = new FormatQuestion(parameters);
        question = asked;
        consensus.askBy(asking);
        accepts = true;
        membership = new Membership(
                built,
                mine,
                asking,
                connections,
                waiting,
                clock,
                cluster.own(),
                new FormatCheck(asked, opened::format));
        connections.watch(clock, () -> Members.others(mine), () -> closing || failed());
    }

    /**
     * Creates the state machine when Ratis joins a group, which the directory may already contain.
     * Called before Ratis creates any file for the group.
     */
    private ClusterMachine machine(RaftGroupId id) {
        DataDirectory files = directory;
        if (files == null) {
            throw new IllegalStateException("the directory is not open");
        }
        try {
            Identity known = files.known(cluster.node());
            if (known != null && !known.cluster().equals(id.getUuid())) {
                throw new IOException("this member belongs to cluster " + known.cluster()
                        + " and cannot join another one");
            }
            Identity identity = new Identity(id.getUuid(), cluster.node(), Identity.Log.RAFT);
            if (known == null) {
                files.remember(identity);
            }
            Snapshots found = snapshots;
            if (found == null) {
                found = Snapshots.in(GroupFiles.snapshots(files.raft(), identity.cluster()));
                snapshots = found;
            }
            group.complete(id);
            return new ClusterMachine(this, found);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public Group group() {
        return this;
    }

    @Override
    public int inFlightMax() {
        // A member's batches must be appended in order, even if one is retried.
        return 1;
    }

    @Override
    public void propose(Batch batch) {
        if (!accepts) {
            throw new IllegalStateException("A batch was proposed before the log was open");
        }
        byte[] encoded = encoded(batch);
        if (!closing && !failed()) {
            protocol.propose(batch, encoded, acknowledged);
        }
    }

    private boolean moreWaits() {
        return protocol.moreWaits();
    }

    /** Returns what this member says to the leader, and answers while it leads. */
    LeaderProtocol protocol() {
        return protocol;
    }

    /** Applies an entry that a majority has stored. */
    @Override
    void committed(long index, Term term, List<Batch> batches, int bytes) {
        if (failed() || index <= acknowledged) {
            return;
        }
        protocol.committing(term, batches);
        super.committed(index, term, batches, bytes);
        protocol.reached(index);
    }

    /** Reports that an entry without a batch was applied. */
    void passed(long index) {
        protocol.reached(index);
    }

    /** Restores a leader's snapshot, which has replaced this member's files. */
    void installed(Snapshots installed) throws IOException {
        Replica target = replica;
        if (target == null) {
            return;
        }
        try {
            installed.restore(target);
        } catch (IOException e) {
            // Ratis would request the same snapshot again, without which there is no progress.
            fail(e.getCause() instanceof NewerFormatException newer ? newer : e);
            throw e;
        }
        acknowledged = installed.latestIndex();
        protocol.reached(acknowledged);
    }

    /** Reports that Ratis has applied all entries of earlier terms; the replica has to catch up. */
    void ready() {
        Replica target = replica;
        RaftServer.Division mine = division();
        if (target != null && mine != null) {
            target.leads(mine.getInfo().getCurrentTerm());
        }
    }

    @Override
    public void lead(long term, long fromNanos) {
        protocol.lead(term, fromNanos);
    }

    void leadsNoMore() {
        appenders.stop();
        protocol.endLead();
    }

    void leaderChanged(RaftPeerId leader) {
        RaftServer.Division mine = division();
        long term = mine == null ? 0 : mine.getInfo().getCurrentTerm();
        // Not on this thread, which holds Ratis locks.
        clock.wakeAt(clock.monotonicNanos(), () -> {
            leaders.report(leader.toString(), term);
            protocol.leaderChanged();
        });
    }

    @Override
    public void onLeaderChange(LeaderListener listener) {
        leaders.listen(listener);
    }

    @Override
    public boolean leads() {
        return protocol.leads();
    }

    /** Returns the division, which exists from Ratis's start, a little before this log sets it. */
    private RaftServer.@Nullable Division division() {
        RaftServer.Division mine = division;
        RaftServer running = server;
        if (mine == null && running != null && group.isDone()) {
            try {
                mine = running.getDivision(group.join());
            } catch (IOException e) {
                LOG.debug("the group does not exist yet", e);
            }
        }
        return mine;
    }

    @Override
    public long nowNanos() {
        return protocol.nowNanos();
    }

    @Override
    public CompletableFuture<ReadPoint> readPoint() {
        return accepts
                ? protocol.readPoint()
                : CompletableFuture.failedFuture(new IOException("the log is not open"));
    }

    @Override
    public void giveUp() {
        protocol.giveUp();
    }

    @Override
    public LeaderContact contact() {
        return protocol.contact();
    }

    @Override
    public boolean inTouch() {
        RaftServer.Division mine = division;
        return mine != null && Members.inTouch(mine);
    }

    @Override
    public Set<String> members() {
        RaftServer.Division mine = division;
        return mine == null ? cluster.peers().keySet() : Members.names(mine);
    }

    @Override
    public Set<String> unheardFor(long nanos) {
        RaftServer.Division mine = division;
        return mine == null ? Set.of() : Members.unheardFor(mine, nanos);
    }

    @Override
    public CompletableFuture<Map<String, Integer>> formats() {
        RaftServer.Division mine = division;
        FormatQuestion asking = question;
        return mine == null || asking == null
                ? CompletableFuture.failedFuture(new IOException("the log is not open"))
                : asking.ask(mine, formatMax());
    }

    @Override
    public CompletableFuture<Void> handOver() {
        Membership members = membership;
        return members == null ? CompletableFuture.completedFuture(null) : members.handOver();
    }

    @Override
    public GroupControl control() {
        return new ClusterControl(() -> membership, problems, () -> cluster, clock);
    }

    @Override
    public Standing standing() {
        return membership().standing(protocol.problem());
    }

    @Override
    public Phase phase() {
        RaftServer.Division mine = division;
        boolean member = mine == null || mine.getRaftConf().getPeer(mine.getId()) != null;
        if (!restarted && !group.isDone()) {
            return cluster.join() ? Phase.JOINING : Phase.FOUNDING;
        }
        return member ? Phase.NO_LEADER : Phase.JOINING;
    }

    @Override
    public List<PeerProblems.Problem> peerProblems() {
        return problems.all();
    }

    /** Returns the membership; only valid once the log is open. */
    public Membership membership() {
        return Objects.requireNonNull(membership, "the log is not open");
    }

    /** Records that the cluster removed this member; may be detected twice concurrently. */
    synchronized void removed() {
        DataDirectory files = directory;
        try {
            if (files != null && !files.removed()) {
                files.remove();
            }
        } catch (IOException e) {
            // Without the file the next start asks the others and gets the same answer.
            LOG.warn("cannot record the removal of this member in {}", path, e);
        }
        fail(new RemovedException());
    }

    /** Waits after Ratis closed the group, because a removal is reported next and counts. */
    void closed() {
        clock.wakeAt(clock.monotonicNanos() + REMOVAL_NANOS_MAX, this::stopped);
    }

    /**
     * Asks the other members for the reason: a member that was removed while it was down starts an
     * election, and Ratis stops when the answer is that it is not a member.
     */
    @Override
    void stopped() {
        RaftServer.Division mine = division();
        RaftClientRpc asking = rpc;
        if (closing || failed() || mine == null || asking == null) {
            super.stopped();
            return;
        }
        Thread.ofPlatform().daemon().name("holdfast-log-stopped").start(() -> {
            if (Members.othersKnowItNot(mine, asking)) {
                removed();
            } else {
                super.stopped();
            }
        });
    }

    @Override
    void beforeStop() {
        protocol.close();
    }

    @Override
    void afterStop() throws IOException {
        if (rpc != null) {
            rpc.close();
        }
        if (peers != null) {
            peers.close();
        }
    }

    @Override
    boolean tookBatches() {
        return accepts;
    }
}
