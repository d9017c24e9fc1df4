package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzzes line protocol requests with coverage guidance. A failing input is added to the corpus as a
 * file. {@code ./dev fuzz line} runs longer and writes the page.
 */
final class LineFuzzTest {

    private static final Path CORPUS =
            Path.of("src/test/resources/io/holdfast/server/line/corpus").toAbsolutePath();
    private static final Path PAGE =
            Path.of(System.getProperty("holdfast.root", ".."), "docs/reliability/fuzz.md");

    /**
     * The duration of {@code ./dev fuzz line}; zero in a build, which limits the number of runs.
     */
    private static final long SECONDS = Long.getLong("holdfast.fuzz.seconds", 0);

    private static final int RUNS = 30_000;

    static Stream<Path> corpus() throws IOException {
        return Files.list(CORPUS).sorted();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void corpusInputsAreParsedTheSameInAnyFragments(Path input) throws IOException {
        LineFuzz.fuzzerTestOneInput(Files.readAllBytes(input));
    }

    @Test
    void fuzzerFindsNoFailure(@TempDir Path directory) throws Exception {
        needsTheFuzzer();
        String limit = SECONDS > 0 ? "-max_total_time=" + SECONDS : "-runs=" + RUNS;

        Fuzzer.Result result = new Fuzzer(directory).run(LineFuzz.class, CORPUS, limit);

        assertThat(result.found()).as(result.said()).isFalse();
        assertThat(result.edges()).as(result.said()).isGreaterThan(100);
        if (SECONDS > 0) {
            Files.writeString(PAGE, page(result));
        }
    }

    @Test
    void fuzzerFindsThePlantedFault(@TempDir Path directory) throws Exception {
        needsTheFuzzer();
        Fuzzer.Result result =
                new Fuzzer(directory).run(LineFuzzCanary.class, CORPUS, "-runs=" + RUNS * 100);

        assertThat(result.found()).as(result.said()).isTrue();
    }

    /** The fuzzer's native code exists for these platforms only. */
    private static void needsTheFuzzer() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        Assumptions.assumeTrue(
                system.matches("(Linux|Mac OS X) (amd64|x86_64|aarch64)"),
                "there is no fuzzer for " + system);
    }

    private static String page(Fuzzer.Result result) throws IOException {
        try (Stream<Path> seeds = corpus()) {
            return """
                    # Fuzzing

                    Jazzer generates inputs, guided by the branches that they reach, and passes
                    them to the parser of the line protocol's requests: whole, byte by byte, and
                    in pieces of any size. A failure is one of these:

                    - an exception
                    - a result that differs from a second, slower reading of the contract's rules
                    - a result that depends on the pieces
                    - more than one request kept in memory
                    - a request that is different after it has been encoded and decoded

                    Every build tries %,d inputs, and shows with a planted bug that such a run
                    finds one. To run for longer, and to write this page: `./dev fuzz line %d`

                    | last run | %s |
                    | --- | --- |
                    | machine | %d processors, %s |
                    | seconds | %d |
                    | inputs tried | %,d |
                    | branches reached | %d |
                    | inputs that reached a new branch | %d, starting from %d |
                    | **failures** | **0** |
                    """.formatted(
                            RUNS,
                            SECONDS,
                            LocalDate.now(ZoneOffset.UTC),
                            Runtime.getRuntime().availableProcessors(),
                            System.getProperty("os.name"),
                            result.seconds(),
                            result.runs(),
                            result.edges(),
                            result.inputs(),
                            seeds.count());
        }
    }
}
