package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Clock;
import io.holdfast.server.Reply;
import io.holdfast.server.Server;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The page about this dialect is true: its examples are run, one after the other, in one shell. */
final class LocksPageTest {

    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs/dialects/locks.md");
    private static final Set<String> DIFFERENT_EACH_TIME = Set.of("session_id", "token", "fence");

    /** A block of shell and, where the page says it, what it prints. */
    private record Example(String shell, String language, String expected) {}

    @Test
    void everyExampleOnThePagePrintsWhatThePageSays(@TempDir Path directory) throws Exception {
        Assumptions.assumeTrue(isInstalled("bash") && isInstalled("curl"), "needs bash and curl");
        List<Example> examples = examples(Files.readAllLines(PAGE));
        assertThat(examples).hasSizeGreaterThan(10);
        List<String> printed;
        try (Server server = Server.start(
                ConfigReader.read(
                        List.of("--ephemeral", "--http-port", "0", "--port", "0"), Map.of()),
                Clock.SYSTEM)) {
            printed = run(examples, server.httpPort(), directory);
        }
        for (int i = 0; i < examples.size(); i++) {
            Example example = examples.get(i);
            switch (example.language()) {
                case "json" ->
                    assertThat(masked(printed.get(i)))
                            .as(example.shell())
                            .isEqualTo(masked(example.expected()));
                case "text" ->
                    assertThat(printed.get(i).strip())
                            .as(example.shell())
                            .isEqualTo(example.expected().strip());
                default -> assertThat(printed.get(i)).doesNotContain("curl:");
            }
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static List<Example> examples(List<String> lines) {
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals("```sh")) {
                int end = lines.subList(i, lines.size()).indexOf("```") + i;
                String shell = String.join("\n", lines.subList(i + 1, end));
                String next = end + 2 < lines.size() ? lines.get(end + 2) : "";
                if (next.equals("```json") || next.equals("```text")) {
                    int last = lines.subList(end + 3, lines.size()).indexOf("```") + end + 3;
                    String expected = String.join("\n", lines.subList(end + 3, last));
                    examples.add(new Example(shell, next.substring(3), expected));
                    i = last;
                } else {
                    examples.add(new Example(shell, "", ""));
                    i = end;
                }
            }
        }
        return examples;
    }

    private static List<String> run(List<Example> examples, int port, Path directory)
            throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < examples.size(); i++) {
            String shell = examples.get(i).shell().replace("127.0.0.1:6389", "127.0.0.1:" + port);
            script.append("{\n").append(shell).append("\n} >").append(i).append(".out 2>&1\n");
        }
        Path file = Files.writeString(directory.resolve("page.sh"), script);
        Process bash = new ProcessBuilder("bash", file.toString())
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> printed = new ArrayList<>();
        for (int i = 0; i < examples.size(); i++) {
            printed.add(Files.readString(directory.resolve(i + ".out")));
        }
        return printed;
    }

    /** The same text for what differs with each run, provided that it is there. */
    private static JsonNode masked(String json) {
        ObjectNode object = (ObjectNode) Reply.parse(json);
        for (String name : DIFFERENT_EACH_TIME) {
            if (object.has(name)) {
                object.put(name, "differs");
            }
        }
        return object;
    }
}
