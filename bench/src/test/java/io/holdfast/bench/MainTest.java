package io.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Options;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MainTest {

    /** A bench that prints an option. */
    private record Echo(String name, boolean valid) implements Bench {
        @Override
        public Options options() {
            return new Options(name, 5);
        }

        @Override
        public boolean run(Options options, PrintStream out) {
            out.println(name + " for " + options.get(Options.SECONDS));
            return valid;
        }
    }

    private static final String USAGE = new Options("locks", 5).usage() + "\n";

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... arguments) throws Exception {
        List<Bench> benches = List.of(new Echo("locks", true), new Echo("line", false));
        return Main.run(List.of(arguments), benches, new PrintStream(printed, true));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void firstWordSelectsTheBenchThatGetsTheRest() throws Exception {
        assertThat(run("locks", "--seconds", "1")).isEqualTo(Main.OK);
        assertThat(text()).isEqualTo("locks for 1.0\n");
    }

    @Test
    void invalidRowSetsTheExitCode() throws Exception {
        assertThat(run("line")).isEqualTo(Main.INVALID);
    }

    @Test
    void unknownBenchShowsAllUsages() throws Exception {
        assertThat(run()).isEqualTo(Main.USAGE);
        assertThat(run("pools")).isEqualTo(Main.USAGE);
        assertThat(text()).contains("./dev bench locks [options]", "./dev bench line [options]");
    }

    @Test
    void unknownOptionIsNamedAboveTheUsage() throws Exception {
        assertThat(run("locks", "--wrong")).isEqualTo(Main.USAGE);
        assertThat(text()).isEqualTo("unknown option: --wrong\n" + USAGE);
    }

    @Test
    void helpExitsSuccessfully() throws Exception {
        assertThat(run("locks", "--help")).isEqualTo(Main.OK);
        assertThat(text()).isEqualTo(USAGE);
    }
}
