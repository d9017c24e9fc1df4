package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Batches;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A single member does not listen on any port. */
@EnabledOnOs(OS.LINUX)
class NoPortTest {

    private static final String LISTENING = "0A";

    @Test
    void singleMemberOpensNoPort(@TempDir Path directory) throws IOException {
        Set<String> before = listening();
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, LogOptions.DEFAULT)) {
            log.open(replica);
            log.propose(Batches.numbered(1));
            replica.awaitCount(1);
            assertThat(listening()).isEqualTo(before);
        }
    }

    @Test
    void openPortIsDetected() throws IOException {
        Set<String> before = listening();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
            assertThat(listening()).hasSize(before.size() + 1);
        }
    }

    /** Returns the listening sockets of this process. */
    private static Set<String> listening() throws IOException {
        Set<String> inodes = new HashSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            if (Files.exists(Path.of(table))) {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] columns = line.strip().split("\\s+");
                    if (columns.length > 9 && columns[3].equals(LISTENING)) {
                        inodes.add("socket:[" + columns[9] + "]");
                    }
                }
            }
        }
        Set<String> own = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                if (Files.isSymbolicLink(file)) {
                    own.add(Files.readSymbolicLink(file).toString());
                }
            }
        }
        inodes.retainAll(own);
        return inodes;
    }
}
