package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.log.GroupControl;
import io.holdfast.log.Replica;
import io.holdfast.log.SingleMemberGroup;
import io.holdfast.log.ratis.LocalRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The durable log of a single member: a Raft group of one on Apache Ratis. A batch is one entry,
 * and is committed when fsync has returned for it.
 *
 * <p>Indexes rise with gaps, because Ratis writes its own entry at each start.
 */
public final class RaftLog extends RatisLog {

    private static final Logger LOG = LoggerFactory.getLogger(RaftLog.class);
    private static final int START_STALLS_MAX = 30;
    private static final long CLOSE_WAIT_SECONDS = 10;

    private final @Nullable String node;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private final Map<Long, Batch> underWay = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final CompletableFuture<Void> leading = new CompletableFuture<>();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private @Nullable RaftMachine machine;
    private volatile GroupControl control = SingleMemberGroup.IN_MEMORY;
    private volatile @Nullable Submitter submitter;

    public RaftLog(Path directory, RaftOptions options) {
        this(directory, options, null);
    }

    /** @param node the name from {@code --node}, for when peers are added; null if not set */
    public RaftLog(Path directory, RaftOptions options, @Nullable String node) {
        super(directory, options);
        this.node = node;
    }

    /** The destination of batches in Ratis. */
    private record Submitter(RaftServer.Division division, RaftPeerId node, RaftGroupId group) {}

    @Override
    void start(DataDirectory files, Replica opened) throws IOException {
        Identity identity = files.identity(node);
        // Ratis would read the members from the directory, and elect without reaching any of them.
        files.group().requireAlone();
        Snapshots snapshots = recovered(files, identity, opened);
        files.createRaft();
        RaftGroupId group = RaftGroupId.valueOf(identity.cluster());
        RaftPeer self = RaftPeer.newBuilder().setId(identity.node()).build();
        RaftMachine state = new RaftMachine(this, snapshots);
        RaftServer built = RaftServer.newBuilder()
                .setServerId(self.getId())
                .setGroup(RaftGroup.valueOf(group, self))
                .setOption(StartupOption.RECOVER)
                .setProperties(RatisSettings.groupOfOne(files.raft(), options))
                .setStateMachine(state)
                .build();
        server = built;
        RaftServer.Division division = built.getDivision(group);
        SnapshotPolicy grown = new SnapshotPolicy(options, snapshots, division, 0);
        growth = grown;
        built.start();
        machine = state;
        awaitLeading();
        state.watch(division.getRaftLog());
        grown.serve();
        if (files.acknowledged() < 0) {
            // From now on a missing log was lost, and is not a new one.
            files.acknowledge(Math.max(acknowledged, 0));
        }
        control = new SingleMemberGroup(
                identity.cluster().toString(), identity.node(), () -> acknowledged);
        submitter = new Submitter(division, self.getId(), group);
    }

    private void awaitLeading() throws IOException {
        long applied = acknowledged;
        int stalls = 0;
        while (true) {
            try {
                leading.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                stalls = applied == acknowledged ? stalls + 1 : 0;
                applied = acknowledged;
                if (stalls > START_STALLS_MAX) {
                    throw new IOException("The log in " + path + " did not open in time", e);
                }
            } catch (ExecutionException e) {
                throw new IOException("The log in " + path + " cannot be opened", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Opening the log in " + path + " was interrupted", e);
            }
        }
    }

    @Override
    public void propose(Batch batch) {
        Submitter target = submitter;
        if (target == null) {
            throw new IllegalStateException("A batch was proposed before the log was open");
        }
        byte[] encoded = encoded(batch);
        inFlight.incrementAndGet();
        if (closing || failed()) {
            landed();
            return;
        }
        long call = calls.incrementAndGet();
        underWay.put(call, batch);
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(client)
                .setLeaderId(target.node())
                .setGroupId(target.group())
                .setCallId(call)
                .setMessage(Entry.of(batch, acknowledged, encoded))
                .setType(RaftClientRequest.writeRequestType())
                .build();
        LocalRequests.submit(target.division(), request)
                .whenComplete((reply, e) -> answered(call, reply, e));
    }

    private void answered(long call, @Nullable RaftClientReply reply, @Nullable Throwable e) {
        underWay.remove(call);
        if (e != null) {
            fail(e instanceof CompletionException && e.getCause() != null ? e.getCause() : e);
        } else if (reply == null || !reply.isSuccess()) {
            Throwable refusal = reply == null ? null : reply.getException();
            fail(refusal == null ? new IOException("Ratis rejected a batch") : refusal);
        }
        landed();
    }

    private void landed() {
        if (inFlight.decrementAndGet() == 0 && closing) {
            drained.complete(null);
        }
    }

    /** Returns the batch of a call that Ratis has not answered yet. */
    @Nullable
    Batch underWay(long call) {
        return underWay.get(call);
    }

    /** Reports a start of the server in the log, this one or an earlier one. */
    void started() {
        SnapshotPolicy grown = growth;
        if (grown != null) {
            grown.byStart();
        }
    }

    /** Reports that the whole log is applied and batches can be proposed. */
    void leading() {
        leading.complete(null);
    }

    @Override
    void hasFailed(Throwable cause) {
        leading.completeExceptionally(cause);
        drained.complete(null);
    }

    @Override
    public int inFlightMax() {
        return options.inFlightMax();
    }

    @Override
    public GroupControl control() {
        return control;
    }

    @Override
    void awaitUnderWay() {
        if (inFlight.get() == 0) {
            drained.complete(null);
        }
        try {
            drained.get(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("log in {} closes with batches in flight", path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    void beforeStop() {
        if (machine != null) {
            machine.closing();
        }
    }

    @Override
    boolean tookBatches() {
        return submitter != null;
    }
}
