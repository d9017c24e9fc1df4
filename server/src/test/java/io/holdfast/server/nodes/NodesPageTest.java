package io.holdfast.server.nodes;

import io.holdfast.server.ErrorTable;
import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the nodes page one after the other, and checks its errors. */
final class NodesPageTest {

    @Test
    void everyExamplePrintsTheDocumentedOutput(@TempDir Path directory) throws Exception {
        Programs.need("curl", "curl");
        Set<String> different = Set.of(
                "revision",
                "expires",
                "expires_at",
                "claimed_at",
                "expires_in_ms",
                "fence",
                "generated_at");
        new PageExamples(directory, different).check("api/nodes.md", 12, any -> true);
    }

    @Test
    void tableOfErrorsHasTheCodesThatEveryRequestCanGet() throws Exception {
        ErrorTable.of("api/nodes.md")
                .hasAll(
                        NodeErrors::of,
                        NodeErrors::shared,
                        Pattern.compile("\"code\":\"([^\"]+)\""));
    }
}
