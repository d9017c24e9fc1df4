package io.holdfast.log.ratis;

import java.nio.file.Path;
import java.util.UUID;
import org.apache.ratis.server.storage.RaftStorageDirectory;

/** Names the files in which Ratis keeps a group. */
public final class GroupFiles {

    /** The file with a member's term and vote, as properties. */
    static final String TERM = "raft-meta";

    static final String TERM_KEY = "term";

    /** The file with the newest configuration of the group, as a log entry. */
    static final String CONFIGURATION = "raft-meta.conf";

    private GroupFiles() {}

    /** Returns the directory of the group's segments, term and configuration. */
    public static Path segments(Path storage, UUID group) {
        return storage.resolve(group.toString()).resolve(RaftStorageDirectory.CURRENT_DIR_NAME);
    }

    /** Returns the directory of the group's snapshots. */
    public static Path snapshots(Path storage, UUID group) {
        return storage.resolve(group.toString())
                .resolve(RaftStorageDirectory.STATE_MACHINE_DIR_NAME);
    }
}
