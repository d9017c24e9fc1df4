package io.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.common.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Help, settings and errors that all commands share. */
final class CommandLineTest {

    @TempDir
    private Path home;

    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
        server.answers(200, "{\"resources\":[]}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void helpListsAllCommandsInGroups() {
        Typed help = Typed.of(Map.of(), "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Hold\n", "Look, and intervene\n", "Run a server\n");
        for (String name : Commands.names()) {
            assertThat(help.out()).contains("\n  " + name + " ");
        }
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (String name : Commands.names()) {
            if (Commands.find(name) != null) {
                Typed help = Typed.of(Map.of(), name, "--help");
                assertThat(help.code()).as(name).isZero();
                assertThat(help.out()).as(name).contains("holdfast " + name, "--help");
            }
        }
    }

    @Test
    void nearestNameIsSuggested() {
        assertThat(Typed.of(Map.of(), "shwo").err()).contains("Did you mean \"show\"?");
        Typed flag = Typed.of(Map.of(), "ls", "--sever", "x");
        assertThat(flag.code()).isEqualTo(64);
        assertThat(flag.err()).contains("Unknown flag \"--sever\". Did you mean \"--server\"?");
        assertThat(Typed.of(Map.of(), "ls", "--sort", "queu").err())
                .contains("expected age, wait, queue");
        assertThat(Typed.of(Map.of(), "run", "k", "--ttl", "5 minutes", "--", "true")
                        .err())
                .contains("expected for example 30s, 5m or 1h");
    }

    @Test
    void flagCountsBeforeEnvironmentAndThatBeforeProfile() throws Exception {
        Path profile = Files.createDirectories(home.resolve("holdfast")).resolve("default.conf");
        Path token = profile.resolveSibling("token");
        Files.writeString(token, "from-profile\n");
        Files.writeString(
                profile, "# all commands\nurl = " + server.url() + "\ntoken-file = token\n");
        Map<String, String> onlyProfile = Map.of("XDG_CONFIG_HOME", home.toString());
        assertThat(Typed.of(onlyProfile, "ls").code()).isZero();
        Map<String, String> both =
                Map.of("XDG_CONFIG_HOME", home.toString(), "HOLDFAST_TOKEN", "from-environment");
        assertThat(Typed.of(both, "ls").code()).isZero();
        Path other = Files.writeString(home.resolve("other"), "from-flag");
        assertThat(Typed.of(both, "ls", "--token-file", other.toString()).code())
                .isZero();
        assertThat(server.asked())
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("Bearer from-profile"),
                        second -> assertThat(second).endsWith("Bearer from-environment"),
                        third -> assertThat(third).endsWith("Bearer from-flag"));
    }

    @Test
    void invalidProfileNamesItsLine() throws Exception {
        Path profile = Files.createDirectories(home.resolve("holdfast")).resolve("work.conf");
        Files.writeString(profile, "url = http://h\ntokenfile = x\n");
        Typed typed =
                Typed.of(Map.of("XDG_CONFIG_HOME", home.toString()), "ls", "--profile", "work");
        assertThat(typed.code()).isEqualTo(64);
        assertThat(typed.err()).contains("line 2", "Did you mean \"token-file\"?");
    }

    @Test
    void nextAddressIsUsedIfOneCannotBeReached() {
        FakeServer gone;
        try {
            gone = new FakeServer();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        String dead = gone.url();
        gone.close();
        Typed typed = Typed.of(Map.of("HOLDFAST_URL", dead + ", " + server.url()), "ls");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(typed.out()).isEqualTo("Nothing is held or waited for.\n");
    }

    @Test
    void completionNamesCommandsAndFlags() {
        assertThat(Typed.of(Map.of(), "completion", "bash").out())
                .contains("complete", "show", "--token-file");
        assertThat(Typed.of(Map.of(), "completion", "fish").out())
                .contains(
                        "complete -c holdfast -n '__fish_use_subcommand' -f -a show -d",
                        "-n '__fish_seen_subcommand_from run' -s w -l wait -r -d")
                .contains("-n '__fish_seen_subcommand_from claim; and"
                        + " __fish_seen_subcommand_from add' -l ttl -r");
        assertThat(Typed.of(Map.of(), "completion", "tcsh").code()).isEqualTo(64);
    }

    @Test
    void pageHasEveryExitCode() throws Exception {
        List<String> rows = new ArrayList<>();
        for (ExitCode code : ExitCode.values()) {
            rows.add("| " + code.number() + " | " + code.meaning() + " |");
        }
        Path page = Path.of(System.getProperty("holdfast.root", ".."), "docs", "cli.md");
        List<String> lines = Files.readAllLines(page);
        assertThat(lines.stream().filter(line -> line.matches("\\| \\d+ \\|.*")))
                .isEqualTo(rows);
    }
}
