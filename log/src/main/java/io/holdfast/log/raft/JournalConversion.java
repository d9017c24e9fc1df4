package io.holdfast.log.raft;

import io.holdfast.log.Replica;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.journal.RetiringJournal;
import io.holdfast.log.ratis.GroupFiles;
import io.holdfast.log.ratis.GroupSeed;
import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the journal of a single server into a Raft group with the same state, whose only member is
 * that server. The group is complete and on disk before the identity names it as the valid log, in
 * one atomic step, so that at any time exactly one log is valid. What is not valid is deleted.
 */
final class JournalConversion {

    private static final Logger LOG = LoggerFactory.getLogger(JournalConversion.class);

    private final DataDirectory files;
    private final ClusterOptions options;
    private final Consumer<Step> reached;

    /** What is on disk after each step. */
    enum Step {
        /** The journal has a snapshot of its last entry. */
        SNAPSHOT,
        /** The group exists without its snapshot. */
        SEEDED,
        /** The group is complete, and the journal is valid. */
        COMPLETE,
        /** The group is valid, and the journal is not any more. */
        SWITCHED,
        /** The journal is deleted. */
        RETIRED
    }

    JournalConversion(DataDirectory files, ClusterOptions options) {
        this(files, options, step -> {});
    }

    /** @param reached receives each step when it is durable */
    JournalConversion(DataDirectory files, ClusterOptions options, Consumer<Step> reached) {
        this.files = files;
        this.options = options;
        this.reached = reached;
    }

    /** Converts the journal if it is valid, and finishes an earlier conversion. */
    void run(Replica replica) throws IOException {
        Identity identity = files.known(options.node());
        if (identity == null) {
            return;
        }
        if (identity.onJournal()) {
            convert(identity, replica);
        }
        DataDirectory.delete(files.journal());
        reached.accept(Step.RETIRED);
    }

    private void convert(Identity identity, Replica replica) throws IOException {
        RetiringJournal journal = RetiringJournal.snapshot(files, identity, replica);
        reached.accept(Step.SNAPSHOT);
        // Left over from an attempt that was interrupted.
        DataDirectory.delete(files.raft());
        files.createRaft();
        GroupSeed.write(
                files.raft(),
                identity.cluster(),
                identity.node(),
                options.own().toString(),
                journal.lastIndex());
        reached.accept(Step.SEEDED);
        journal.copyTo(GroupFiles.snapshots(files.raft(), identity.cluster()));
        DurableFiles.syncDirectory(files.raft().resolve("any"));
        DurableFiles.syncDirectory(files.raft());
        if (journal.lastIndex() == 0) {
            // A group's first entry has index zero, so the group could seem to have lost it.
            files.forgetAcknowledged();
        }
        reached.accept(Step.COMPLETE);
        files.remember(identity.onRaft());
        reached.accept(Step.SWITCHED);
        LOG.info(
                "journal converted into a Raft group: cluster={} member={} last_entry={}",
                identity.cluster(),
                identity.node(),
                journal.lastIndex());
    }
}
