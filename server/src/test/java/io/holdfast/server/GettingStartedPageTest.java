package io.holdfast.server;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class GettingStartedPageTest {

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        new PageExamples(directory, Set.of("token", "fence"))
                .check("getting-started.md", 3, any -> true);
    }
}
