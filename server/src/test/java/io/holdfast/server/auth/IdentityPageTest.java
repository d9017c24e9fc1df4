package io.holdfast.server.auth;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the identity page one after the other. */
final class IdentityPageTest {

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        Files.writeString(directory.resolve("shared"), "s3cret\n");
        Path launcher = Files.writeString(
                directory.resolve("holdfast"),
                "#!/bin/sh\nexec '"
                        + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path")
                        + "' io.holdfast.server.Main \"$@\"\n");
        launcher.toFile().setExecutable(true);
        new PageExamples(directory, Set.of("id", "created", "expires"))
                .check(
                        "authentication.md",
                        7,
                        any -> true,
                        "--auth-token-file",
                        directory.resolve("shared").toString(),
                        "--tokens-file",
                        directory.resolve("tokens").toString());
    }
}
