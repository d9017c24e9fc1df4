package io.holdfast.log.ratis;

import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServerConfigKeys.Log.CorruptionPolicy;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.apache.ratis.server.storage.RaftStorageMetadata;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.SizeInBytes;

/** Writes the files from which Ratis starts a group of one member whose log begins later. */
public final class GroupSeed {

    private GroupSeed() {}

    /**
     * Creates the group's directory with its term and configuration; the snapshot is added by the
     * caller.
     *
     * @param storage the directory of all groups, which exists
     * @param address the peer address of the only member
     * @param index the last index in the snapshot
     */
    public static void write(Path storage, UUID group, String member, String address, long index)
            throws IOException {
        Path root = storage.resolve(group.toString());
        DurableFiles.createDirectories(root);
        RaftStorage created = RaftStorage.newBuilder()
                .setDirectory(root.toFile())
                .setOption(StartupOption.FORMAT)
                .setStorageFreeSpaceMin(SizeInBytes.valueOf(0))
                .setLogCorruptionPolicy(CorruptionPolicy.getDefault())
                .build();
        try (created) {
            created.initialize();
            created.getMetadataFile()
                    .persist(RaftStorageMetadata.valueOf(0, RaftPeerId.valueOf("")));
        }
        RaftPeerProto peer = RaftPeerProto.newBuilder()
                .setId(ByteString.copyFromUtf8(member))
                .setAddress(address)
                .build();
        LogEntryProto configuration = LogEntryProto.newBuilder()
                .setTerm(0)
                .setIndex(index)
                .setConfigurationEntry(RaftConfigurationProto.newBuilder().addPeers(peer))
                .build();
        Path segments = GroupFiles.segments(storage, group);
        DurableFiles.replace(
                segments.resolve(GroupFiles.CONFIGURATION), configuration.toByteArray());
        DurableFiles.createDirectories(GroupFiles.snapshots(storage, group));
        for (Path file : new Path[] {segments, root}) {
            DurableFiles.syncDirectory(file);
        }
    }
}
