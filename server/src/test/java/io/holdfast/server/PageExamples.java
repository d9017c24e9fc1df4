package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Clock;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs the examples of a documentation page in order, in one shell and against their own server,
 * and compares their output with the page.
 */
public final class PageExamples {

    private static final Path DOCS = Path.of(System.getProperty("holdfast.root", ".."), "docs");
    /** Messages contain times too. */
    private static final Pattern INSTANT =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");

    private static final Pattern TOKEN = Pattern.compile("\\b[0-9a-f]{32}\\b");

    private final Path directory;
    private final Set<String> different;

    /** A block of shell commands and the documented output, if any. */
    public record Example(String shell, String language, String expected) {}

    /**
     * @param directory the shell's working directory
     * @param different the reply fields that differ with each run
     */
    public PageExamples(Path directory, Set<String> different) {
        this.directory = directory;
        this.different = different;
    }

    /** Checks the examples of a documentation page and that there are at least {@code sizeMin}. */
    public void check(String name, int sizeMin, Predicate<Example> which, String... flags)
            throws Exception {
        Programs.need("bash", "bash");
        Path page = DOCS.resolve(name);
        List<Example> examples =
                examples(Files.readAllLines(page)).stream().filter(which).toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(sizeMin);
        List<String> printed;
        List<String> all =
                new ArrayList<>(List.of("--ephemeral", "--http-port", "0", "--port", "0"));
        all.addAll(List.of(flags));
        try (Server server = Server.start(ConfigReader.read(all, Map.of()), Clock.SYSTEM)) {
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

    /** Replaces existing values that differ with each run by the same text. */
    private JsonNode masked(String json) {
        JsonNode whole = Reply.parse(INSTANT.matcher(json).replaceAll("differs"));
        mask(whole);
        return whole;
    }

    private void mask(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : different) {
                if (object.has(name)) {
                    object.put(name, "differs");
                }
            }
        }
        node.forEach(this::mask);
    }
}
