package io.holdfast.log.raft;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Format;
import io.holdfast.log.CommitLog;
import io.holdfast.log.RemovedException;
import io.holdfast.log.Replica;
import io.holdfast.log.Term;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a log on Apache Ratis begins and ends, whether its node is alone or one of several. Whatever
 * goes wrong with the files ends it for good: nothing is tried a second time, because an fsync that
 * failed once may lie the next time.
 */
abstract class RatisLog implements CommitLog {

    private static final Logger LOG = LoggerFactory.getLogger(RatisLog.class);

    final Path path;
    final RaftOptions options;

    /** Reads what the replica can read. */
    volatile BatchBytes codec = BatchBytes.CODEC;

    /** Nothing further is taken; what is under way may still be waited for, and may still fail. */
    volatile boolean closing;

    /** The last index whose batch the replica has heard of. */
    volatile long acknowledged = -1;

    volatile @Nullable Replica replica;
    volatile @Nullable SnapshotPolicy growth;

    @Nullable
    DataDirectory directory;

    @Nullable
    RaftServer server;

    /** Held while the log opens or closes: a close waits until an opening has given up. */
    private final Object life = new Object();

    /** Held while the replica is called, so that a failure never comes in the middle of a batch. */
    private final Object gate = new Object();

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Ends what Ratis writes as soon as this log, or a write of Ratis's own, has failed. */
    private volatile StorageGuard guard = StorageGuard.NONE;

    /** Nothing is under way; whatever Ratis says of its end is expected. */
    private volatile boolean stopping;

    RatisLog(Path path, RaftOptions options) {
        this.path = path;
        this.options = options;
    }

    @Override
    public final void open(Replica opened) throws IOException {
        replica = opened;
        codec = BatchBytes.upTo(opened.formatMax());
        RatisServers.tame();
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

    final byte[] encoded(Batch batch) {
        byte[] encoded = codec.encode(batch);
        if (encoded.length > options.batchBytesMax()) {
            throw new IllegalArgumentException("A batch of " + encoded.length
                    + " bytes was proposed, but at most " + options.batchBytesMax() + " are kept");
        }
        return encoded;
    }

    /** An entry is durable; it may be said more than once, and counts the first time. */
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

    /** The newest format that the replica reads. */
    final int formatMax() {
        Replica target = replica;
        return target == null ? Format.OLDEST : target.formatMax();
    }

    final boolean failed() {
        return failure.get() != null;
    }

    /** Ratis ended by itself, or because the log closes. */
    void stopped() {
        if (!stopping) {
            fail(new IOException("The Raft server in " + path + " stopped by itself"));
        }
    }

    /** The log ends; only the first cause counts. Called from whichever thread found out. */
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
            LOG.error("The log in {} can keep nothing any more", path, cause);
        }
        hasFailed(cause);
        // Not on this thread: it may hold locks of Ratis that a batch being applied waits for.
        Thread.ofPlatform().daemon().name("holdfast-log-failed").start(() -> tellFailure(cause));
    }

    /** Whoever waits for the log learns here that it has failed, before the replica does. */
    void hasFailed(Throwable cause) {}

    private void tellFailure(Throwable cause) {
        Replica target;
        synchronized (gate) {
            // Whatever was being applied is done; whatever comes now sees the failure.
            target = replica;
        }
        if (target != null) {
            target.failed(cause);
        }
    }

    /** Not to be called by the replica from within a batch, which the close would wait for. */
    @Override
    public final void close() {
        if (closing) {
            return;
        }
        closing = true;
        synchronized (life) {
            if (!stopping) {
                awaitUnderWay();
                stop();
            }
        }
    }

    void awaitUnderWay() {}

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
            LOG.warn("The log in {} was not closed in good order", path, e);
        }
    }

    /** Ratis is about to be closed, with nothing under way. */
    void beforeStop() {}

    /** Ratis is closed; the directory is still this log's. */
    void afterStop() throws IOException {}

    /** Whether it came so far that batches were taken. */
    abstract boolean tookBatches();
}
