package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Programs;
import io.holdfast.server.SelfSigned;
import io.holdfast.server.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the documented Python client, which was written from the contract alone. */
@Timeout(300)
final class PythonClientTest {

    private static final Path ROOT =
            Path.of(System.getProperty("holdfast.root", "..")).toAbsolutePath();

    @Test
    void acquiresQueuesRenewsLosesALeaseReconnectsAndReleases() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(exercise(server)).contains("done: leaves nothing behind");
        }
    }

    @Test
    void doesTheSameOverTlsWithASecret(@TempDir Path directory) throws Exception {
        SelfSigned self = SelfSigned.in(directory);
        String certificate = self.certificate().toString();
        try (TestServer server = TestServer.ephemeral(
                "--auth-token",
                "open-sesame",
                "--tls-cert",
                certificate,
                "--tls-key",
                self.key().toString())) {
            assertThat(exercise(server, "--secret", "open-sesame", "--ca", certificate))
                    .contains("done: proves itself", "done: leaves nothing behind");
        }
    }

    @Test
    void documentedExampleRuns(@TempDir Path directory) throws Exception {
        String page = Files.readString(ROOT.resolve("docs/interop.md"));
        String example = page.split("```python\\n")[1].split("```")[0];
        try (TestServer server = TestServer.ephemeral()) {
            String port = Integer.toString(server.linePort());
            Path script = Files.writeString(
                    directory.resolve("example.py"), example.replace("6388", port));
            List<String> printed = run(server, List.of(script.toString()));
            assertThat(printed).hasSize(3).allMatch(line -> line.matches("\\w+ with fence \\d+"));
        }
    }

    private static List<String> exercise(TestServer server, String... more) throws Exception {
        List<String> words = new ArrayList<>();
        words.add(ROOT.resolve("server/src/test/interop/exercise.py").toString());
        words.addAll(List.of("127.0.0.1", Integer.toString(server.linePort())));
        words.add("--ask-for-time");
        words.addAll(List.of(more));
        return run(server, words);
    }

    /**
     * Returns the output of a script that must succeed. The clock advances at the script's request.
     */
    private static List<String> run(TestServer server, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(List.of(Programs.need("python3", "python3")));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", ROOT.resolve("docs/interop").toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process python = builder.start();
        try {
            List<String> printed = converse(python, server);
            assertThat(python.waitFor()).as(String.join("\n", printed)).isZero();
            return printed;
        } finally {
            python.destroyForcibly();
        }
    }

    private static List<String> converse(Process python, TestServer server) throws IOException {
        List<String> printed = new ArrayList<>();
        try (BufferedReader lines = python.inputReader(StandardCharsets.UTF_8);
                Writer answers = python.outputWriter(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("advance ")) {
                    server.clock().advanceSeconds(Long.parseLong(line.substring(8)));
                    answers.append("advanced\n").flush();
                } else {
                    printed.add(line);
                }
            }
        }
        return printed;
    }
}
