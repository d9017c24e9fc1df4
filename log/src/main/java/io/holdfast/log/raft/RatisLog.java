package io.holdfast.log.raft;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.value.Format;
import io.holdfast.log.CommitLog;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RemovedException;
import io.holdfast.log.Replica;
import io.holdfast.log.Term;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.ratis.GroupFiles;
import io.holdfast.log.ratis.RatisServers;
import io.holdfast.log.ratis.SegmentCheck;
import io.holdfast.log.snapshot.SnapshotPolicy;
import io.holdfast.log.storage.StorageGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of a log on Apache Ratis. Any failure of the files ends it permanently. Nothing is
 * retried, because an fsync after a failed one may report success although data is lost.
 */
abstract class RatisLog implements CommitLog {

    private static final Logger LOG = LoggerFactory.getLogger(RatisLog.class);

    final Path path;
    final LogOptions options;

    /** Reads the formats that the replica can read. */
    volatile BatchBytes codec = BatchBytes.CODEC;

    /** True when no further batches are accepted; those in flight may still complete or fail. */
    volatile boolean closing;

    /** The last index that the replica has applied. */
    volatile long acknowledged = -1;

    volatile @Nullable Replica replica;
    volatile @Nullable SnapshotPolicy growth;

    @Nullable
    DataDirectory directory;

    @Nullable
    RaftServer server;

    /** Held while the log opens or closes: a close waits until an open has been cancelled. */
    private final Object life = new Object();

    /** Held while the replica is called, so that a failure is never reported within a batch. */
    private final Object gate = new Object();

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Stops Ratis's writes once this log, or a write of Ratis itself, has failed. */
    private volatile StorageGuard guard = StorageGuard.NONE;

    /** True when nothing is in flight; Ratis's end is then expected. */
    private volatile boolean stopping;

    RatisLog(Path path, LogOptions options) {
        this.path = path;
        this.options = options;
    }

    @Override
    public final void open(Replica opened) throws IOException {
        replica = opened;
        codec = BatchBytes.upTo(opened.formatMax());
        RatisServers.disableExit();
        synchronized (life) {
            try {
                if (closing) {
                    throw new IOException("the server was stopped before its log was open");
                }
                directory = DataDirectory.take(path);
                guard = StorageGuard.begin(path, this::fail);
                start(directory, opened);
            } catch (IOException | RuntimeException e) {
                closing = true;
                stop();
                if (failure.get() instanceof RemovedException removed) {
                    throw removed;
                }
                if (failure.get() instanceof NewerFormatException newer) {
                    throw new IOException(newer.getMessage(), newer);
                }
                throw e;
            }
        }
    }

    abstract void start(DataDirectory files, Replica opened) throws IOException;

    /** Checks the files before Ratis opens them, and restores the newest snapshot. */
    final Snapshots recovered(DataDirectory files, Identity identity, Replica opened)
            throws IOException {
        Snapshots found = Snapshots.in(GroupFiles.snapshots(files.raft(), identity.cluster()));
        SegmentCheck.check(
                GroupFiles.segments(files.raft(), identity.cluster()),
                found.latestIndex(),
                files.acknowledged(),
                RatisSettings.entryBytesMax(options),
                Entry::acknowledged);
        found.restore(opened);
        acknowledged = found.latestIndex();
        return found;
    }

    @Override
    public final long nextIncarnation(long atLeast) throws IOException {
        DataDirectory files = directory;
        if (files == null) {
            throw new IllegalStateException("A process began before the log was open");
        }
        if (closing) {
            // Nothing is proposed any more, and the directory may belong to a later process.
            return atLeast;
        }
        return guard.call(() -> files.nextIncarnation(atLeast));
    }

    final byte[] encoded(Batch batch) {
        byte[] encoded = codec.encode(batch);
        if (encoded.length > options.batchBytesMax()) {
            throw new IllegalArgumentException("A batch of " + encoded.length
                    + " bytes exceeds the limit of " + options.batchBytesMax() + " bytes");
        }
        return encoded;
    }

    /** Applies a durable entry; repeated calls for the same index are ignored. */
    void committed(long index, Term term, List<Batch> batches, int bytes) {
        Replica target = replica;
        if (target == null) {
            throw new IllegalStateException("A batch was committed before the log was open");
        }
        synchronized (gate) {
            if (index <= acknowledged || failed()) {
                return;
            }
            try {
                target.committed(index, term, batches);
                acknowledged = index;
                SnapshotPolicy grown = growth;
                if (grown != null) {
                    grown.by(index, bytes, target);
                }
            } catch (RuntimeException e) {
                fail(e);
            }
        }
    }

    /** Returns the newest format that the replica reads. */
    final int formatMax() {
        Replica target = replica;
        return target == null ? Format.OLDEST : target.formatMax();
    }

    final boolean failed() {
        return failure.get() != null;
    }

    /** Reports that Ratis has ended, by itself or because the log closes. */
    void stopped() {
        if (!stopping) {
            fail(new IOException("The Raft server in " + path + " stopped by itself"));
        }
    }

    /** Ends the log; only the first cause counts. Called on any thread. */
    final void fail(Throwable cause) {
        if (stopping || !failure.compareAndSet(null, cause)) {
            return;
        }
        if (!(cause instanceof RemovedException)) {
            guard.fail();
        }
        if (cause instanceof RemovedException || cause instanceof NewerFormatException) {
            LOG.error("{} ({})", cause.getMessage(), path);
        } else {
            LOG.error("log in {} failed and cannot store anything any more", path, cause);
        }
        // Not on this thread: it may hold Ratis locks that a batch being applied waits for.
        Thread.ofPlatform().daemon().name("holdfast-log-failed").start(() -> tellFailure(cause));
    }

    private void tellFailure(Throwable cause) {
        Replica target;
        synchronized (gate) {
            // The batch being applied is done; later ones see the failure.
            target = replica;
        }
        if (target != null) {
            target.failed(cause);
        }
    }

    /** Must not be called by the replica within a batch, because the close would wait for it. */
    @Override
    public final void close() {
        if (closing) {
            return;
        }
        closing = true;
        synchronized (life) {
            if (!stopping) {
                stop();
            }
        }
    }

    private void stop() {
        stopping = true;
        try {
            SnapshotPolicy grown = growth;
            if (grown != null) {
                grown.stop();
            }
            beforeStop();
            if (server != null) {
                RatisServers.close(server, path, failed());
            }
            afterStop();
            if (directory != null) {
                if (tookBatches() && !failed()) {
                    directory.acknowledge(Math.max(acknowledged, 0));
                }
                directory.close();
            }
            guard.close();
        } catch (IOException e) {
            LOG.warn("log in {} was not closed cleanly", path, e);
        }
    }

    /** Runs before Ratis is closed, with nothing in flight. */
    void beforeStop() {}

    /** Runs after Ratis is closed, while the directory is still locked. */
    void afterStop() throws IOException {}

    /** Returns whether the log came to accept batches. */
    abstract boolean tookBatches();
}
