package io.holdfast.log.raft;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** Ratis's settings for a group of one, each with the reason why it is not left as it comes. */
final class RatisSettings {

    private static final int ENTRY_OVERHEAD_BYTES = 1024;
    private static final TimeDuration NEVER = TimeDuration.valueOf(36_500, TimeUnit.DAYS);

    private RatisSettings() {}

    static RaftProperties groupOfOne(Path directory, RaftOptions options) {
        RaftProperties settings = new RaftProperties();
        settings.set("raft.rpc.type", NoTransport.class.getName());
        RaftServerConfigKeys.setStorageDir(settings, List.of(directory.toFile()));
        log(settings, options);
        quiet(settings);
        // Nobody else can be leader, so there is nobody to wait for at start.
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(settings, millis(1));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(settings, millis(2));
        RaftServerConfigKeys.LeaderElection.setPreVote(settings, false);
        return settings;
    }

    /** The largest entry: a batch with what Ratis and we put around it. */
    static int entryBytesMax(RaftOptions options) {
        return options.batchBytesMax() + ENTRY_OVERHEAD_BYTES;
    }

    private static void log(RaftProperties settings, RaftOptions options) {
        // The commit index in the log would cost a second entry for each batch.
        RaftServerConfigKeys.Log.setLogMetadataEnabled(settings, false);
        // Acknowledge what fsync has returned for, and nothing else. (Ratis's asynchronous flush
        // also acknowledges what fsync has failed for.)
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(settings, false);
        RaftServerConfigKeys.Log.setAsyncFlushEnabled(settings, false);
        RaftServerConfigKeys.Log.setSegmentSizeMax(
                settings, SizeInBytes.valueOf(options.segmentBytes()));
        RaftServerConfigKeys.Log.setPreallocatedSize(
                settings, SizeInBytes.valueOf(options.segmentBytes() / 4));
        // What is applied is not read again: no follower asks for it.
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(settings, 1);
        SizeInBytes entryMax = SizeInBytes.valueOf(entryBytesMax(options));
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(settings, entryMax);
        RaftServerConfigKeys.Log.setWriteBufferSize(
                settings, SizeInBytes.valueOf(entryMax.getSize() + ENTRY_OVERHEAD_BYTES));
        // Snapshots are ours; Ratis only drops what one covers.
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(settings, false);
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(settings, false);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(settings, true);
        RaftServerConfigKeys.Log.setPurgeGap(settings, 1);
    }

    private static void quiet(RaftProperties settings) {
        // Exactly-once is the machine's own work; Ratis would keep every reply for a minute.
        RaftServerConfigKeys.RetryCache.setExpiryTime(settings, millis(1));
        // A machine that slept must not lose its only server for having slept.
        RaftServerConfigKeys.setCloseThreshold(settings, NEVER);
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(settings, NEVER);
    }

    private static TimeDuration millis(long millis) {
        return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
    }
}
