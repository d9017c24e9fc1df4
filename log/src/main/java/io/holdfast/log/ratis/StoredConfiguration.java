package io.holdfast.log.ratis;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/** The configuration of a group with the highest index on disk, which is the one Ratis uses. */
public final class StoredConfiguration {

    private final ToLongFunction<ByteString> acknowledgedBy;
    private @Nullable LogEntryProto newest;
    private long lastIndex = -1;

    private StoredConfiguration(ToLongFunction<ByteString> acknowledgedBy) {
        this.acknowledgedBy = acknowledgedBy;
    }

    /**
     * Reads the files of a group without changing them.
     *
     * @param segments the directory of the group's segments, which may be missing
     * @param acknowledgedBy as in {@link SegmentCheck#check}; fails for unreadable content
     */
    public static StoredConfiguration read(Path segments, ToLongFunction<ByteString> acknowledgedBy)
            throws IOException {
        StoredConfiguration read = new StoredConfiguration(acknowledgedBy);
        read.readFile(segments.resolve(GroupFiles.CONFIGURATION));
        read.readSegments(segments);
        return read;
    }

    private void readFile(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try {
            see(LogEntryProto.parseFrom(Files.readAllBytes(file)));
        } catch (InvalidProtocolBufferException e) {
            throw new IOException(
                    file + " is damaged. If this server is a cluster member, empty its"
                            + " directory, start it with --join and run: holdfast cluster"
                            + " replace. Otherwise restore a backup",
                    e);
        }
    }

    private void readSegments(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "log_*")) {
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                readSegment(new SegmentReader(bytes, Integer.MAX_VALUE, acknowledgedBy));
            }
        }
    }

    private void readSegment(SegmentReader reader) {
        int offset = SegmentReader.HEAD.length;
        SegmentReader.Intact entry = reader.headIntact() ? reader.intactAt(offset) : null;
        while (entry != null) {
            lastIndex = Math.max(lastIndex, entry.index());
            LogEntryProto named = entry.configuration();
            if (named != null) {
                see(named);
            }
            entry = reader.intactAt(entry.end());
        }
    }

    private void see(LogEntryProto entry) {
        LogEntryProto before = newest;
        if (entry.hasConfigurationEntry()
                && (before == null || before.getIndex() <= entry.getIndex())) {
            newest = entry;
        }
    }

    /**
     * Returns the peer address of each member by name, empty if the log does not contain it; during
     * a change, those before the change too. Empty if no configuration is stored.
     */
    public SortedMap<String, String> members() {
        SortedMap<String, String> members = new TreeMap<>();
        LogEntryProto found = newest;
        if (found != null) {
            List<RaftPeerProto> peers =
                    new ArrayList<>(found.getConfigurationEntry().getOldPeersList());
            peers.addAll(found.getConfigurationEntry().getPeersList());
            peers.forEach(peer -> members.put(peer.getId().toStringUtf8(), peer.getAddress()));
        }
        return members;
    }

    /** Returns the last intact entry of the log, or minus one. */
    public long lastIndex() {
        return lastIndex;
    }
}
