package io.holdfast.server.entities;

import io.holdfast.server.ErrorTable;
import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the entities page one after the other, and checks its errors. */
final class EntitiesPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        new PageExamples(directory, Set.of("lock_expiration", "x-fence"))
                .check("api/entities.md", 12, any -> true, "--demo");
    }

    @Test
    void tableOfErrorsHasTheCodesThatEveryRequestCanGet() throws Exception {
        ErrorTable.of("api/entities.md")
                .hasAll(
                        EntityError::edge,
                        EntityError::shared,
                        Pattern.compile("\"error_code\":\"([^\"]+)\""));
    }
}
