package io.holdfast.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every file in {@code src/test/scenarios} is a test. A block consists of commands, {@code ---} and
 * their results; {@code -Drewrite} writes the actual results into the files, for review.
 */
final class ScenarioTest {

    private static final Path SCENARIOS = Path.of("src", "test", "scenarios");

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException {
        return files().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString().replace(".txt", "").replace('-', ' '),
                        file.toUri(),
                        () -> check(file)));
    }

    @Test
    void scenarioWithAnotherResultFails() {
        String wrong = "open a\n---\na: refused session_gone\n";
        assertThat(play(wrong)).isEqualTo("open a\n---\na: opened\n");
    }

    private static void check(Path file) throws IOException {
        String expected = Files.readString(file);
        String actual = play(expected);
        if (System.getProperty("rewrite") != null) {
            Files.writeString(file, actual);
        } else {
            assertThat(actual).as(file.toString()).isEqualTo(expected);
        }
    }

    /** Returns the same text with the actual results of each block. */
    static String play(String text) {
        Script script = new Script();
        StringBuilder out = new StringBuilder();
        List<String> asked = new ArrayList<>();
        boolean answers = false;
        for (String line : text.lines().toList()) {
            if (line.equals("---")) {
                out.append(line).append('\n');
                script.block(asked).forEach(said -> out.append(said).append('\n'));
                asked.clear();
                answers = true;
            } else if (line.isBlank() || line.startsWith("#")) {
                answers = answers && !line.isBlank();
                out.append(line).append('\n');
            } else if (!answers) {
                asked.add(line);
                out.append(line).append('\n');
            }
        }
        if (!asked.isEmpty()) {
            throw new IllegalArgumentException("a block without its ---: " + asked);
        }
        return out.toString();
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
