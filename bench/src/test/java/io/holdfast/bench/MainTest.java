package io.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MainTest {

    /** A bench that prints its arguments. */
    private record Echo(String name, boolean valid) implements Bench {
        @Override
        public String usage() {
            return "usage of " + name;
        }

        @Override
        public boolean run(List<String> arguments, PrintStream out) {
            if (arguments.contains("--wrong")) {
                throw new UsageException("there is no --wrong");
            }
            out.println(name + arguments);
            return valid;
        }
    }

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
        assertThat(text()).isEqualTo("locks[--seconds, 1]\n");
    }

    @Test
    void invalidRowSetsTheExitCode() throws Exception {
        assertThat(run("line")).isEqualTo(Main.INVALID);
    }

    @Test
    void unknownBenchShowsAllUsages() throws Exception {
        assertThat(run()).isEqualTo(Main.USAGE);
        assertThat(run("pools")).isEqualTo(Main.USAGE);
        assertThat(text()).contains("usage of locks", "usage of line");
    }

    @Test
    void unknownOptionIsNamedAboveTheUsage() throws Exception {
        assertThat(run("locks", "--wrong")).isEqualTo(Main.USAGE);
        assertThat(text()).isEqualTo("there is no --wrong\nusage of locks\n");
    }

    @Test
    void helpExitsSuccessfully() throws Exception {
        assertThat(run("locks", "--help")).isEqualTo(Main.OK);
        assertThat(text()).isEqualTo("usage of locks\n");
    }
}
