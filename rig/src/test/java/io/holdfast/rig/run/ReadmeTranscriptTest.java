package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The transcript in README.md is what {@code run}, {@code show}, {@code watch} and {@code break}
 * print. With {@code -Drewrite} the test writes it.
 */
final class ReadmeTranscriptTest {

    private static final Path README = ServerCommand.root().resolve("README.md");
    private static final Pattern BLOCK =
            Pattern.compile("(?s)(?<=\n```text\n)ann\\$ holdfast run .*?(?=```\n)");

    @TempDir
    private Path directory;

    private Map<String, String> user(ServerProcess server, String owner) {
        return Map.of(
                "HOLDFAST_URL",
                "http://127.0.0.1:" + server.port(),
                "HOLDFAST_OWNER",
                owner,
                "TZ",
                "UTC");
    }

    @Test
    void transcriptShowsWhatTheCommandsPrint() throws Exception {
        String page = Files.readString(README);
        Matcher block = BLOCK.matcher(page);
        assertThat(block.find()).isTrue();
        String printed = transcript();
        if (System.getProperty("rewrite") != null) {
            Files.writeString(README, page.replace(block.group(), printed));
        } else {
            assertThat(withoutNumbers(block.group())).isEqualTo(withoutNumbers(printed));
        }
    }

    /** Times, durations and fences differ with each run, and with them the width of columns. */
    private static String withoutNumbers(String text) {
        return text.replaceAll("\\b\\d+(ms|s|m|h)( \\d+(s|m))?\\b", "0s")
                .replaceAll("\\d+", "0")
                .replaceAll(" {2,}", "  ");
    }

    private String transcript() throws Exception {
        Path script = Files.writeString(
                directory.resolve("deploy.sh"),
                "#!/bin/sh\necho deploying\nuntil [ -e go ]; do sleep 0.1; done\necho deployed\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory);
                Typed watch = typed(user(server, "eve@ops"), "watch", "deploy")) {
            watch.awaitLine(1);
            try (Typed ann = run(server, "ann@ci")) {
                ann.awaitLine(1);
                try (Typed bob = run(server, "bob@ci")) {
                    awaitEvent(watch, "queued");
                    return told(server, watch, ann, bob);
                }
            }
        }
    }

    private String told(ServerProcess server, Typed watch, Typed ann, Typed bob) throws Exception {
        Map<String, String> eve = user(server, "eve@ops");
        String show = output(typed(eve, "show", "deploy"));
        String broke = output(typed(eve, "break", "deploy", "--yes", "--reason", "the job hangs"));
        assertThat(ann.code()).isEqualTo(79);
        bob.awaitLine(1);
        Files.writeString(directory.resolve("go"), "");
        assertThat(bob.code()).isZero();
        awaitEvent(watch, "released");
        return "ann$ holdfast run deploy -- ./deploy.sh\n" + ann.out() + ann.err()
                + "ann$ echo $?\n79\n\n"
                + "bob$ holdfast run deploy -- ./deploy.sh\n" + bob.out() + bob.err() + "\n"
                + "eve$ holdfast show deploy\n" + show
                + "eve$ holdfast break deploy --yes --reason \"the job hangs\"\n" + broke + "\n"
                + "eve$ holdfast watch deploy\n" + watch.out();
    }

    private Typed run(ServerProcess server, String owner) throws IOException {
        return typed(user(server, owner), "run", "deploy", "--", "./deploy.sh");
    }

    private Typed typed(Map<String, String> environment, String... words) throws IOException {
        return Typed.start(directory, environment, words);
    }

    private static String output(Typed typed) throws InterruptedException {
        try (typed) {
            assertThat(typed.code()).as(typed.err()).isZero();
            return typed.out();
        }
    }

    private static void awaitEvent(Typed watch, String kind) {
        await().atMost(Typed.PATIENCE).until(() -> watch.out().contains("  " + kind + " "));
    }
}
