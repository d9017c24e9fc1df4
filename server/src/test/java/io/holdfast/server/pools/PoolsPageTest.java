package io.holdfast.server.pools;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the pools page one after the other. */
final class PoolsPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        new PageExamples(directory, Set.of("lease", "expires_at_unix", "fence"))
                .check("api/pools.md", 12, any -> true);
    }
}
