package io.holdfast.server.dashboard;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the dashboard's documentation page. */
final class DashboardPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        new PageExamples(directory, Set.of()).check("dashboard.md", 1, any -> true);
    }
}
