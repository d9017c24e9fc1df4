package io.holdfast.log.journal;

import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.GroupControl;
import io.holdfast.log.LogOptions;
import io.holdfast.log.Replica;
import io.holdfast.log.SingleMemberGroup;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.snapshot.SnapshotFiles;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import io.holdfast.log.snapshot.SnapshotPolicy;
import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The durable log of a single server. A batch is committed when fdatasync has returned for it. Any
 * failure of a write or sync ends the log permanently. Nothing is retried, because a sync after a
 * failed one may report success although data is lost.
 */
public final class JournalLog implements CommitLog {

    private static final Logger LOG = LoggerFactory.getLogger(JournalLog.class);
    private static final long CLOSE_WAIT_MILLIS = 10_000;

    private static final Executor IN_BACKGROUND = task ->
            Thread.ofPlatform().daemon().name("holdfast-journal-prepare").start(task);

    private final Path path;
    private final LogOptions options;
    private final @Nullable String node;
    private final Function<Path, JournalFiles> disks;
    private final WriteQueue<JournalWriter.Proposed> queue = new WriteQueue<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** Held while the log opens or closes: a close waits until an open has ended. */
    private final Object life = new Object();

    private volatile boolean closing;
    private volatile long applied = -1;
    private volatile GroupControl control = SingleMemberGroup.IN_MEMORY;
    private volatile @Nullable JournalWriter writer;
    private @Nullable DataDirectory directory;
    private @Nullable Journal journal;
    private @Nullable SnapshotPolicy growth;
    private @Nullable Replica replica;

    public JournalLog(Path directory, LogOptions options) {
        this(directory, options, null);
    }

    /** @param node the name from {@code --node}, for when peers are added; null if not set */
    public JournalLog(Path directory, LogOptions options, @Nullable String node) {
        this(directory, options, node, DiskFiles::new);
    }

    /** @param disks opens the files in the directory of the journal */
    JournalLog(
            Path directory,
            LogOptions options,
            @Nullable String node,
            Function<Path, JournalFiles> disks) {
        this.path = directory;
        this.options = options;
        this.node = node;
        this.disks = disks;
    }

    @Override
    public void open(Replica opened) throws IOException {
        synchronized (life) {
            if (closing) {
                throw new IOException("the server was stopped before its log was open");
            }
            replica = opened;
            try {
                DataDirectory taken = DataDirectory.take(path);
                directory = taken;
                start(taken, opened);
            } catch (IOException | RuntimeException e) {
                closing = true;
                release();
                throw e;
            }
        }
    }

    private void start(DataDirectory files, Replica opened) throws IOException {
        Identity identity = files.identity(node);
        if (!identity.onJournal()) {
            throw notAlone(identity);
        }
        DurableFiles.createDirectories(files.journal());
        DurableFiles.syncDirectory(files.journal());
        JournalFiles disk = disks.apply(files.journal());
        SnapshotFiles snapshots = SnapshotFiles.in(files.journal());
        Recovery.Recovered recovered = replayed(files, disk, snapshots, identity, opened);
        disk.delete(Spare.NAME);
        // Left over from an attempt to create a Raft group from this journal, which is still valid.
        DataDirectory.delete(files.raft());
        Journal opening = new Journal(
                disk, identity.cluster(), options.segmentBytes(), IN_BACKGROUND, recovered);
        journal = opening;
        applied = recovered.last();
        if (files.acknowledged() < 0) {
            // From now on a missing journal was lost, and is not a new one.
            files.acknowledge(Math.max(applied, 0));
        }
        SnapshotPolicy grown = new SnapshotPolicy(options, snapshots, new Covered(opening));
        growth = grown;
        grown.serve();
        control = new SingleMemberGroup(
                identity.cluster().toString(), identity.node(), () -> applied);
        JournalWriter started = new JournalWriter(
                opening,
                queue,
                Clock.SYSTEM,
                (index, batch) -> committed(opened, grown, index, batch),
                this::fail);
        writer = started;
        started.start();
    }

    /** Brings the replica to the newest state of the journal in the directory. */
    static Recovery.Recovered replayed(
            DataDirectory files,
            JournalFiles disk,
            SnapshotFiles snapshots,
            Identity identity,
            Replica replica)
            throws IOException {
        snapshots.restore(replica);
        int formatMax = replica.formatMax();
        return Recovery.run(
                disk,
                identity.cluster(),
                snapshots.latestIndex(),
                files.acknowledged(),
                (index, body) -> replica.committed(index, BatchCodec.decode(body, formatMax)));
    }

    private DirectoryConflictException notAlone(Identity identity) {
        if (identity.log() == Identity.Log.EARLIER_RAFT) {
            return earlierBuild(path);
        }
        return new DirectoryConflictException("The data directory " + path + " belongs to member "
                + identity.node() + " of cluster " + identity.cluster()
                + ", and cannot be opened alone. Start it with --node " + identity.node()
                + " --peers " + identity.node() + "=HOST:PORT");
    }

    /** Returns the refusal of a single server's directory that an earlier build wrote. */
    public static DirectoryConflictException earlierBuild(Path root) {
        return new DirectoryConflictException("The data directory " + root + " was written by an"
                + " earlier build, which kept a single server's log in another format. Start it"
                + " with that build, back it up with \"holdfast backup FILE\", and restore the"
                + " backup into a new directory: holdfast restore FILE --data-dir DIR"
                + " (docs/compatibility.md)");
    }

    /** Deletes the segments that a snapshot covers. */
    private record Covered(Journal journal) implements SnapshotPolicy.Log {

        @Override
        public Position position(long index) {
            return new Position(0, index);
        }

        @Override
        public void covered(Position position, Path file, byte[] digest) throws IOException {
            journal.retire(position.index());
        }
    }

    private void committed(
            Replica target, SnapshotPolicy grown, long index, JournalWriter.Proposed batch) {
        target.committed(index, batch.batch());
        applied = index;
        grown.by(index, batch.bytes().length, target);
    }

    @Override
    public void propose(Batch batch) {
        if (writer == null) {
            throw new IllegalStateException("A batch was proposed before the log was open");
        }
        byte[] encoded = BatchCodec.encode(batch);
        if (encoded.length > options.batchBytesMax()) {
            throw new IllegalArgumentException("A batch of " + encoded.length
                    + " bytes exceeds the limit of " + options.batchBytesMax() + " bytes");
        }
        queue.add(new JournalWriter.Proposed(batch, encoded));
    }

    @Override
    public long nextIncarnation(long atLeast) throws IOException {
        DataDirectory files = directory;
        if (files == null) {
            throw new IllegalStateException("A process began before the log was open");
        }
        return files.nextIncarnation(atLeast);
    }

    /** Ends the log; called on the thread that writes, which ends afterwards. */
    private void fail(Throwable cause) {
        if (!failure.compareAndSet(null, cause)) {
            return;
        }
        LOG.error("log in {} failed and cannot store anything any more", path, cause);
        Replica target = replica;
        if (target != null) {
            // Not on this thread: the replica may close the log, which waits for this thread.
            Thread.ofPlatform()
                    .daemon()
                    .name("holdfast-log-failed")
                    .start(() -> target.failed(cause));
        }
    }

    @Override
    public int inFlightMax() {
        return options.inFlightMax();
    }

    @Override
    public GroupControl control() {
        return control;
    }

    /** Must not be called by the replica within a batch, because the close would wait for it. */
    @Override
    public void close() {
        synchronized (life) {
            if (closing) {
                return;
            }
            closing = true;
            queue.close();
            try {
                JournalWriter running = writer;
                if (running != null && !running.awaitEnd(CLOSE_WAIT_MILLIS)) {
                    LOG.warn("log in {} closes with batches in flight", path);
                    // The files stay open for the thread that may still write.
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            release();
        }
    }

    private void release() {
        try {
            if (growth != null) {
                growth.stop();
            }
            if (journal != null) {
                journal.close();
            }
            if (directory != null) {
                if (writer != null && failure.get() == null) {
                    directory.acknowledge(Math.max(applied, 0));
                }
                directory.close();
            }
        } catch (IOException e) {
            LOG.warn("log in {} was not closed cleanly", path, e);
        }
    }
}
