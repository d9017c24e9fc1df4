package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Jazzer in its own process. Its JUnit extension would load its agent into the process of all
 * other tests, which then run many times slower.
 */
final class Fuzzer {

    /** The exit code of a run that found a failing input. */
    private static final int FOUND = 77;

    private static final Pattern COVERAGE =
            Pattern.compile("#\\d+\\s+DONE\\s+cov: (\\d+) ft: (\\d+) corp: (\\d+)/");
    private static final Pattern RUNS = Pattern.compile("Done (\\d+) runs in (\\d+) second");

    /** The working directory for the corpus, reproducers and output. */
    private final Path directory;

    Fuzzer(Path directory) {
        this.directory = directory;
    }

    /**
     * The result of a run.
     *
     * @param edges the branches that it covered
     * @param inputs the size to which the corpus grew
     */
    record Result(boolean found, long runs, long seconds, long edges, long inputs, String said) {}

    /** Runs inputs derived from the corpus; {@code limit} is libFuzzer's flag that ends the run. */
    Result run(Class<?> target, Path corpus, String limit) throws Exception {
        Path grown = Files.createDirectories(directory.resolve("corpus"));
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=io.holdfast.server.line.**",
                // Jazzer's hooks detect injections into APIs that this code never calls.
                "--custom_hook_includes=io.holdfast.server.line.**",
                "--disabled_hooks=*",
                "--reproducer_path=" + directory,
                "-artifact_prefix=" + directory + "/",
                // Long enough for several oversized lines.
                "-max_len=2000",
                "-seed=1",
                limit,
                grown.toString(),
                corpus.toString()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = process.waitFor();
        String said = Files.readString(output, StandardCharsets.ISO_8859_1);
        assertThat(exit).as(said).isIn(0, FOUND);
        return result(exit == FOUND, said);
    }

    private static Result result(boolean found, String said) throws IOException {
        if (found) {
            return new Result(true, 0, 0, 0, 0, said);
        }
        MatchResult runs = match(RUNS, said);
        MatchResult coverage = match(COVERAGE, said);
        return new Result(
                false,
                Long.parseLong(runs.group(1)),
                Long.parseLong(runs.group(2)),
                Long.parseLong(coverage.group(1)),
                Long.parseLong(coverage.group(3)),
                said);
    }

    private static MatchResult match(Pattern pattern, String said) throws IOException {
        Matcher matcher = pattern.matcher(said);
        if (!matcher.find()) {
            throw new IOException("the fuzzer did not say what it did: " + said);
        }
        return matcher.toMatchResult();
    }
}
