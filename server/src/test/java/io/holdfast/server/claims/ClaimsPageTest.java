package io.holdfast.server.claims;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the claims page one after the other. */
final class ClaimsPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        Set<String> different = Set.of("url", "created", "status_history", "active_duration");
        new PageExamples(directory, different).check("api/claims.md", 9, any -> true);
    }
}
