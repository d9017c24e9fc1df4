package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.log.raft.FreePorts;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grows one server to three members and replaces one, as documented, with real processes. */
final class GrowthPageTest {

    private static final int PATIENCE_SECONDS = 120;
    private static final String PAGE = "operating/cluster.md";

    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Integer> peerPorts = FreePorts.ports(3);

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        servers.forEach(ServerProcess::close);
    }

    private ServerCommand command(int number, String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--node",
                "n" + number,
                "--peers",
                "n" + number + "=127.0.0.1:" + peerPorts.get(number - 1)));
        flags.addAll(List.of(more));
        return ServerCommand.durable(data(number), flags.toArray(String[]::new));
    }

    private Path data(int number) {
        return directory.resolve("data" + number);
    }

    private ServerProcess launch(ServerCommand command) throws IOException {
        ServerProcess server = ServerProcess.launch(command, directory);
        servers.add(server);
        return server;
    }

    /** Starts a member that waits to be added, and waits until its peers can reach it. */
    private ServerProcess joining(int number) throws IOException {
        ServerProcess server = launch(command(number, "--join"));
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).ignoreExceptions().until(() -> {
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), peerPorts.get(number - 1))) {
                return socket.isConnected();
            }
        });
        return server;
    }

    /** Returns the example with the ports of this test instead of the documented ones. */
    private String here(String example, int httpPort) {
        String script = example.replace("127.0.0.1:6389", "127.0.0.1:" + httpPort);
        for (int number = 1; number <= peerPorts.size(); number++) {
            script = script.replace(
                    "127.0.0.1:700" + number, "127.0.0.1:" + peerPorts.get(number - 1));
        }
        return script;
    }

    private static void wipe(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void oneServerGrowsToThreeWithItsStateAndReplacesAMemberThatLostItsDisk() throws Exception {
        Shell shell = new Shell(directory);
        List<String> growing = Shell.examples(PAGE, "Grow from one member to three");
        List<String> replacing = Shell.examples(PAGE, "Replace a member");
        assertThat(growing).hasSize(1);
        assertThat(replacing).hasSize(1);
        ServerProcess alone = launch(ServerCommand.durable(data(1)));
        alone.awaitPort();
        String session;
        String token;
        try (Caller holder = Caller.open(new Wire(alone.port()))) {
            session = holder.session();
            token = holder.acquire("kept", 0, 3600).text("token");
        }
        alone.terminate();
        assertThat(alone.awaitExit()).as(alone.excerpt()).isZero();

        ServerProcess first = launch(command(1));
        first.awaitPort();
        ServerProcess second = joining(2);
        ServerProcess third = joining(3);
        String status = shell.run(here(growing.getFirst(), first.port()));

        assertThat(status).contains("n1 ", "n2 ", "n3 ", "n1 leads");
        third.awaitPort();
        try (Wire wire = new Wire(third.port())) {
            assertThat(Caller.resume(wire, session).renew("kept", token).status())
                    .isEqualTo(200);
        }

        second.kill();
        wipe(data(2));
        ServerProcess again = joining(2);
        shell.run(here(replacing.getFirst(), first.port()));
        again.awaitPort();
        try (Wire wire = new Wire(again.port())) {
            assertThat(Caller.resume(wire, session).release("kept", token).status())
                    .isEqualTo(204);
        }
    }
}
