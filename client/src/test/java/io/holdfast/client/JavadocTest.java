package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the Javadoc can be made, with the examples that {@code ExamplesTest} runs. */
final class JavadocTest {

    private static final Path MODULE = Path.of(System.getProperty("holdfast.root"), "client");

    @Test
    void javadocShowsTheExamples(@TempDir Path output) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:all,-missing",
                "-Werror",
                "--release",
                "17",
                "--snippet-path",
                MODULE.resolve("src/test/java/io/holdfast/client/examples").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                output.toString()));
        try (Stream<Path> sources = Files.walk(MODULE.resolve("src/main/java"))) {
            sources.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages);

        int exit = ToolProvider.findFirst("javadoc")
                .orElseThrow()
                .run(out, out, arguments.toArray(new String[0]));

        assertThat(messages.toString()).isEmpty();
        assertThat(exit).isZero();
        assertThat(output.resolve("io/holdfast/client/DistributedLock.html"))
                .content()
                .contains("deploy(lock.fence())");
    }
}
