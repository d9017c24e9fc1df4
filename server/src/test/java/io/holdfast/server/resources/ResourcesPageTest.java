package io.holdfast.server.resources;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of this API's documentation page. */
final class ResourcesPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        new PageExamples(directory, Set.of("session", "expires_in_s", "fence"))
                .check("api/resources.md", 7, any -> true);
    }
}
