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
        new PageExamples(directory, Set.of()).check("dialects/resources.md", 4, any -> true);
    }
}
