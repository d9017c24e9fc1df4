package io.holdfast.log.raft;

import io.holdfast.log.LogOptions;
import io.holdfast.log.ratis.AppenderTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** Ratis's settings, each with the reason why it differs from the default. */
final class RatisSettings {

    private static final int ENTRY_OVERHEAD_BYTES = 1024;
    private static final SizeInBytes CHUNK = SizeInBytes.valueOf("1MB");
    private static final TimeDuration NEVER = TimeDuration.valueOf(36_500, TimeUnit.DAYS);

    private RatisSettings() {}

    /** Returns the size of the largest entry: a batch with the overhead of Ratis and ours. */
    static int entryBytesMax(LogOptions options) {
        return options.batchBytesMax() + ENTRY_OVERHEAD_BYTES;
    }

    private static void log(RaftProperties settings, LogOptions options) {
        // The commit index in the log would cost a second entry for each batch.
        RaftServerConfigKeys.Log.setLogMetadataEnabled(settings, false);
        // Acknowledge only entries for which fsync has returned. (Ratis's asynchronous flush also
        // acknowledges entries for which fsync has failed.)
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(settings, false);
        RaftServerConfigKeys.Log.setAsyncFlushEnabled(settings, false);
        RaftServerConfigKeys.Log.setSegmentSizeMax(
                settings, SizeInBytes.valueOf(options.segmentBytes()));
        RaftServerConfigKeys.Log.setPreallocatedSize(
                settings, SizeInBytes.valueOf(options.segmentBytes() / 4));
        SizeInBytes entryMax = SizeInBytes.valueOf(entryBytesMax(options));
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(settings, entryMax);
        RaftServerConfigKeys.Log.setWriteBufferSize(
                settings, SizeInBytes.valueOf(entryMax.getSize() + ENTRY_OVERHEAD_BYTES));
        // Snapshots are taken by Holdfast; Ratis only purges the entries that one covers.
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(settings, false);
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(settings, false);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(settings, true);
        RaftServerConfigKeys.Log.setPurgeGap(settings, 1);
    }

    private static void quiet(RaftProperties settings) {
        // The machine itself ensures exactly-once; Ratis would keep every reply for a minute.
        RaftServerConfigKeys.RetryCache.setExpiryTime(settings, millis(1));
        // A host that was suspended must not lose its only server for that reason.
        RaftServerConfigKeys.setCloseThreshold(settings, NEVER);
    }

    /** Returns a member's settings: its listener, its elections and the log it keeps for others. */
    static RaftProperties cluster(Path directory, LogOptions options, ClusterOptions cluster) {
        RaftProperties settings = client(options);
        AppenderTransport.use(settings);
        RaftServerConfigKeys.setStorageDir(settings, List.of(directory.toFile()));
        log(settings, options);
        // Followers that are a little behind are served from memory.
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(settings, 3);
        quiet(settings);
        PeerAddress own = cluster.own();
        String bindHost = cluster.bindHost();
        GrpcConfigKeys.Server.setHost(settings, bindHost == null ? own.host() : bindHost);
        GrpcConfigKeys.Server.setPort(settings, own.port());
        elections(settings);
        // A batch is sent at once, because the engine has already gathered it.
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(settings, millis(0));
        // Heartbeats use the same stream, so that none overtakes the entries that it refers to.
        GrpcConfigKeys.Server.setHeartbeatChannel(settings, false);
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(settings, CHUNK);
        // A peer that was down is retried soon, and not only after five seconds.
        settings.set(
                RaftServerConfigKeys.Log.Appender.RETRY_POLICY_KEY, "1ms,10, 200ms,50, 500ms,1000");
        return settings;
    }

    /**
     * A failed leader is detected after half a second to a second. One that is only slow must stay
     * leader: other processes' builds and long syncs must not cause a change of leader.
     */
    private static void elections(RaftProperties settings) {
        RaftServerConfigKeys.Rpc.setTimeoutMin(settings, millis(500));
        RaftServerConfigKeys.Rpc.setTimeoutMax(settings, millis(900));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(settings, millis(150));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(settings, millis(400));
        RaftServerConfigKeys.LeaderElection.setPreVote(settings, true);
        // A leader that paused for this long has been replaced, or will be.
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(settings, millis(1_000));
    }

    /** Returns the settings for requests to other members. */
    static RaftProperties client(LogOptions options) {
        RaftProperties settings = new RaftProperties();
        RaftClientConfigKeys.Rpc.setRequestTimeout(settings, millis(2_000));
        GrpcConfigKeys.setMessageSizeMax(
                settings, SizeInBytes.valueOf(entryBytesMax(options) * 2L + CHUNK.getSize()));
        return settings;
    }

    private static TimeDuration millis(long millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }
}
