package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.log.raft.FreePorts;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets up TLS for clients and peers as documented, with three real processes. */
final class InstallPageTest {

    private static final int PATIENCE_SECONDS = 120;

    private final List<ServerProcess> members = new ArrayList<>();
    private final List<Integer> peerPorts = FreePorts.ports(3);

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        members.forEach(ServerProcess::close);
    }

    private String here(String example) {
        String script = example;
        for (int number = 1; number <= peerPorts.size(); number++) {
            script = script.replace(
                    "127.0.0.1:700" + number, "127.0.0.1:" + peerPorts.get(number - 1));
        }
        return script;
    }

    private void start(String name, String peers) throws IOException {
        ServerCommand command = ServerCommand.durable(
                directory.resolve(name),
                "--node",
                name,
                "--peers",
                peers,
                "--tls-cert",
                tls("server.pem"),
                "--tls-key",
                tls("server-key.pem"),
                "--peer-tls-cert",
                tls(name + ".pem"),
                "--peer-tls-key",
                tls(name + "-key.pem"),
                "--peer-tls-ca",
                tls("ca.pem"));
        members.add(ServerProcess.launch(command, directory));
    }

    private String tls(String file) {
        return directory.resolve("tls").resolve(file).toString();
    }

    @Test
    void certificatesOfTheCertCommandServeClientsAndThreeMembers() throws Exception {
        Shell shell = new Shell(directory);
        List<String> examples = Shell.examples("operating/install.md", "TLS");
        assertThat(examples).hasSize(2);
        String printed = shell.run(here(examples.getFirst()));
        assertThat(printed).contains("--tls-cert tls/server.pem", "--peer-tls-cert tls/n3.pem");

        String peers = here("n1=127.0.0.1:7001,n2=127.0.0.1:7002,n3=127.0.0.1:7003");
        for (String name : List.of("n1", "n2", "n3")) {
            start(name, peers);
        }
        for (ServerProcess member : members) {
            String ready = examples.getLast().replace(":6389", ":" + member.awaitPort());
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> shell.run(ready).contains("\"status\":\"ok\""));
        }

        String port = ":" + members.getFirst().port();
        shell.run("! curl -s https://127.0.0.1" + port + "/health");
        shell.run("! curl -s http://127.0.0.1" + port + "/health");
    }
}
