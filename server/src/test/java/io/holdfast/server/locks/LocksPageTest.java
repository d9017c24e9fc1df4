package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Clock;
import io.holdfast.server.Programs;
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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The pages about this dialect are true: a page's examples are run one after the other. */
final class LocksPageTest {

    private static final Path DOCS = Path.of(System.getProperty("holdfast.root", ".."), "docs");
    private static final Path PAGE = DOCS.resolve("dialects/locks.md");
    private static final Path CLIENTS_PAGE = DOCS.resolve("interop.md");
    private static final Set<String> DIFFERENT_EACH_TIME = Set.of("session_id", "token", "fence");
    private static final Pattern TOKEN = Pattern.compile("\\b[0-9a-f]{32}\\b");
    private static final String NETCAT = "nc -N ";

    /** A block of shell and, where the page says it, what it prints. */
    private record Example(String shell, String language, String expected) {}

    @TempDir
    Path directory;

    @Test
    void everyExampleOnThePagePrintsWhatThePageSays() throws Exception {
        Programs.need("curl", "curl");
        check(PAGE, 15, example -> !example.shell().contains(NETCAT));
        check(CLIENTS_PAGE, 1, example -> !example.shell().contains(NETCAT));
    }

    /** Apart from the others, because the flag that they need is not in every variant of nc. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void everyExampleWithNetcatPrintsWhatThePageSays() throws Exception {
        Programs.need("nc", "netcat-openbsd");
        check(PAGE, 3, example -> example.shell().contains(NETCAT));
        check(CLIENTS_PAGE, 1, example -> example.shell().contains(NETCAT));
    }

    private void check(Path page, int sizeMin, Predicate<Example> which) throws Exception {
        Programs.need("bash", "bash");
        List<Example> examples =
                examples(Files.readAllLines(page)).stream().filter(which).toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(sizeMin);
        List<String> printed;
        try (Server server = Server.start(
                ConfigReader.read(
                        List.of("--ephemeral", "--http-port", "0", "--port", "0"), Map.of()),
                Clock.SYSTEM)) {
            printed = run(examples, server);
        }
        for (int i = 0; i < examples.size(); i++) {
            Example example = examples.get(i);
            switch (example.language()) {
                case "json" ->
                    assertThat(masked(printed.get(i)))
                            .as(example.shell())
                            .isEqualTo(masked(example.expected()));
                case "text" ->
                    assertThat(maskedText(printed.get(i)))
                            .as(example.shell())
                            .isEqualTo(maskedText(example.expected()));
                default -> assertThat(printed.get(i)).doesNotContain("curl:", "bash:", "nc:");
            }
        }
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

    private List<String> run(List<Example> examples, Server server)
            throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < examples.size(); i++) {
            String shell = examples.get(i)
                    .shell()
                    .replace("127.0.0.1:6389", "127.0.0.1:" + server.httpPort())
                    .replace("127.0.0.1 6388", "127.0.0.1 " + server.linePort())
                    .replace("127.0.0.1/6388", "127.0.0.1/" + server.linePort());
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

    private static String maskedText(String text) {
        return TOKEN.matcher(text.strip()).replaceAll("differs");
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
