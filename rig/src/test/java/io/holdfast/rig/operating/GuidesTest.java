package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executes the guides as a user would, against a real server. */
final class GuidesTest {

    /** Five fields with the time, then the command. */
    private static final Pattern CRON = Pattern.compile("(?m)^(?:[0-9*/,-]+ ){5}(.+)$");

    /** A step of a CI job. */
    private static final Pattern STEP = Pattern.compile("(?m)^ *- (?:run: )?(holdfast .+)$");

    /** A command in a table, with what it must print or how it must exit left to the page. */
    private static final Pattern COMMAND = Pattern.compile("`((?:TOKEN=\\$\\()?holdfast [^`]+)`");

    @TempDir
    private Path directory;

    private String settings(ServerProcess server) {
        return "export HOLDFAST_URL=http://127.0.0.1:" + server.port() + "\n";
    }

    private Shell shell() throws IOException {
        script("report.sh", "echo report written");
        script("deploy.sh", "echo deployed");
        script("test.sh", "echo account $HOLDFAST_SLOT");
        return new Shell(directory);
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cron-job",
                "ci-deploy",
                "fragile-api",
                "test-accounts",
                "work-queue",
                "leader-election"
            })
    void examplesPrintWhatTheGuideSays(String guide) throws Exception {
        Shell shell = shell();
        List<Examples.Block> examples = Examples.of("guides/" + guide + ".md");
        assertThat(examples).isNotEmpty();
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            Examples.run(shell, settings(server), examples);
        }
    }

    @Test
    void cronRunsTheLineOfTheGuide() throws Exception {
        Shell shell = shell();
        String table = Examples.of("guides/cron-job.md").getFirst().text();
        assertThat(matches(CRON, table)).hasSize(1);
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            // Cron's shell has hardly any environment.
            String printed = shell.run("env -i \"PATH=$PATH\" HOME=/ HOLDFAST_URL=http://127.0.0.1:"
                    + server.port() + " /bin/sh <<'END'\n"
                    + matches(CRON, table).getFirst() + "\nEND\n");
            assertThat(printed).isEqualTo("report written\n");
        }
    }

    @Test
    void ciRunsTheStepsOfTheGuide() throws Exception {
        Shell shell = shell();
        int steps = 0;
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            for (Examples.Block block : Examples.of("guides/ci-deploy.md")) {
                if (block.language().equals("yaml")) {
                    for (String step : matches(STEP, block.text())) {
                        steps++;
                        String url = "export CI_PIPELINE_URL=https://ci.example.org/4711\n";
                        assertThat(shell.run(settings(server) + url + step + "\n"))
                                .isEqualTo("deployed\n");
                    }
                }
            }
        }
        assertThat(steps).isEqualTo(2);
    }

    /** The commands of the tables; those that follow events are ended after five seconds. */
    @Test
    void commandsForUsersOfOtherToolsWork() throws Exception {
        Shell shell = shell();
        String page = Files.readString(ServerCommand.root().resolve("docs/guides/coming-from.md"));
        List<String> commands = matches(COMMAND, page).stream().distinct().toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(24);
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            String settings = settings(server);
            for (String command : commands) {
                String prepared = command.contains("$TOKEN")
                        ? "TOKEN=$(holdfast lock job --ttl 1m)\n"
                        : command.contains("stuck") ? "holdfast lock stuck --ttl 1m\n" : "";
                String ended = command.contains("TOKEN") && !command.contains("unlock")
                        ? "\nholdfast unlock job \"$TOKEN\""
                        : "";
                // Ctrl-C is the only end of these.
                boolean endless = command.contains("watch");
                shell.run(settings
                        + prepared
                        + (endless ? "timeout 5 " + command + " || [ $? = 124 ]" : command)
                        + ended);
            }
        }
    }

    @Test
    void eachJobTakesTheLinesOfTheTable() throws Exception {
        Shell shell = shell();
        String page = Files.readString(ServerCommand.root().resolve("docs/guides/README.md"));
        List<String> jobs = matches(COMMAND, page);
        assertThat(jobs).hasSize(4).noneMatch(job -> job.contains("\n"));
        script("hold.sh", "holdfast lock deploy --owner ann@ci --ttl 30s > held");
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            String settings = settings(server);
            shell.run("cat /proc/sys/kernel/random/uuid > accounts.pool");
            shell.run(settings + "./hold.sh");
            assertThat(shell.run(settings + jobs.get(0))).isEqualTo("report written\n");
            assertThat(shell.run(settings + jobs.get(1))).isEqualTo("account 0\n");
            assertThat(shell.run(settings + jobs.get(2))).contains("held", "ann@ci");
            assertThat(shell.run(settings + jobs.get(3)))
                    .startsWith("broke deploy, held by ann@ci");
        }
        // The leader election is one of the client's examples, which ClientPageTest compares.
        assertThat(page).contains("| leader election in Java |", "| 5 |");
    }
}
