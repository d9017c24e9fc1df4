package io.holdfast.server.locks;

import io.holdfast.server.PageExamples;
import io.holdfast.server.Programs;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the locks pages one after the other. */
final class LocksPageTest {

    private static final String PAGE = "api/locks.md";
    private static final String CLIENTS_PAGE = "interop.md";
    private static final String NETCAT = "nc -N ";

    @TempDir
    Path directory;

    private PageExamples pages() {
        return new PageExamples(directory, Set.of("session_id", "token", "fence"));
    }

    @Test
    void everyExamplePrintsTheDocumentedOutput() throws Exception {
        Programs.need("curl", "curl");
        pages().check(PAGE, 15, example -> !example.shell().contains(NETCAT));
        pages().check(CLIENTS_PAGE, 1, example -> !example.shell().contains(NETCAT));
    }

    /** A separate test, because not every variant of nc has the flag that these examples need. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void everyNetcatExamplePrintsTheDocumentedOutput() throws Exception {
        Programs.need("nc", "netcat-openbsd");
        pages().check(PAGE, 3, example -> example.shell().contains(NETCAT));
        pages().check(CLIENTS_PAGE, 1, example -> example.shell().contains(NETCAT));
    }
}
