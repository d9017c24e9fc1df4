package io.holdfast.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the examples of the page are those that {@link ExamplesTest} runs. */
final class ClientPageTest {

    private static final Path ROOT = Path.of(System.getProperty("holdfast.root"));
    private static final Path EXAMPLES =
            ROOT.resolve("client/src/test/java/io/holdfast/client/examples");
    private static final Pattern REGION =
            Pattern.compile("// @start region=\"\\w+\"\n(.*?)\n *// @end", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);

    @Test
    void everyExampleOfThePageIsRun() throws IOException {
        List<String> blocks = blocks(ROOT.resolve("docs/client-java.md"));

        assertThat(blocks).hasSizeGreaterThanOrEqualTo(10);
        assertThat(regions()).containsAll(blocks);
    }

    @Test
    void everyJavaExampleOfTheGuidesIsRun() throws IOException {
        List<String> blocks = new ArrayList<>();
        try (Stream<Path> guides = Files.list(ROOT.resolve("docs/guides"))) {
            for (Path guide : guides.toList()) {
                blocks.addAll(blocks(guide));
            }
        }

        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        assertThat(regions()).containsAll(blocks);
    }

    @Test
    void everyCallForUsersOfRedissonIsRun() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/guides/coming-from.md"));
        String table =
                page.substring(page.indexOf("## From Redlock"), page.indexOf("## From Shed"));
        Matcher call = Pattern.compile("(?m)\\| `([^`|]+)` \\|$").matcher(table);
        List<String> calls = new ArrayList<>();
        while (call.find()) {
            calls.add(call.group(1));
        }
        String source = Files.readString(EXAMPLES.resolve("MigrationExamples.java"));

        assertThat(calls).hasSizeGreaterThanOrEqualTo(10);
        // The formatter breaks lines inside of calls.
        assertThat(source.replaceAll("\\s+", ""))
                .contains(
                        calls.stream().map(text -> text.replaceAll("\\s+", "")).toList());
    }

    private static List<String> regions() throws IOException {
        List<String> regions = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                Matcher region = REGION.matcher(Files.readString(file));
                while (region.find()) {
                    regions.add(region.group(1).stripIndent().strip());
                }
            }
        }
        return regions;
    }

    private static List<String> blocks(Path page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    @Test
    void leaderElectionTakesAtMostFiveLines() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/client-java.md"));
        Matcher block = BLOCK.matcher(page);
        List<Long> lines = new ArrayList<>();
        while (block.find()) {
            if (block.group(1).contains("election(")) {
                lines.add(block.group(1).lines().count());
            }
        }

        assertThat(lines).hasSize(1).allMatch(count -> count <= 5);
    }
}
