package io.holdfast.rig.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The traces of a process on the machine: its directory, its lock file, its ports. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HouseholdTest {

    private static final Pattern PRINTED_PORT =
            Pattern.compile("(?:listening|line protocol) on \\S+:(\\d+)");
    private static final int STORAGE_EXIT_CODE = 74;

    private final Path directory;
    private final Path data;
    private final ServerCommand command;
    private ServerProcess server;

    HouseholdTest(@TempDir Path directory) {
        this.directory = directory;
        this.data = directory.resolve("data");
        this.command = ServerCommand.durable(data);
    }

    @BeforeAll
    void start() throws IOException {
        server = ServerProcess.start(command, directory);
    }

    @AfterAll
    void end() {
        server.close();
    }

    @Test
    void dataDirectoryIsAccessibleToItsOwnerOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
    }

    @Test
    void secondServerOnTheSameDirectoryIsRefusedWithTheOwningProcessId() throws IOException {
        try (ServerProcess second = ServerProcess.launch(command, directory)) {
            assertThat(second.awaitExit()).as(second.excerpt()).isEqualTo(STORAGE_EXIT_CODE);
            assertThat(second.printed())
                    .contains("in use by another server (process " + server.pid() + ")")
                    .doesNotContain("\tat ");
        }
        assertThat(server.alive()).isTrue();
    }

    @Test
    void singleMemberListensOnPrintedPortsOnly() throws IOException {
        assumeTrue(ProcFiles.available(), "needs /proc");
        Set<Integer> printed = new TreeSet<>();
        Matcher ports = PRINTED_PORT.matcher(server.printed());
        while (ports.find()) {
            printed.add(Integer.parseInt(ports.group(1)));
        }
        assertThat(printed).contains(server.port());
        assertThat(ProcFiles.listeningPorts(server.pid())).isEqualTo(printed);
    }
}
