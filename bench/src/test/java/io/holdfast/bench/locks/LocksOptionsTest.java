package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.command.UsageException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocksOptionsTest {

    private static Options parse(String line) {
        return LocksOptions.locks().read(List.of(line.split(" ")));
    }

    @Test
    void pidBelongsToThePrecedingServer() {
        Options options =
                parse("--server a=http://127.0.0.1:1 --pid 7 --server http://127.0.0.1:2");

        assertThat(options.get(LocksOptions.SERVER))
                .extracting("name")
                .containsExactly("a", "other2");
        assertThat(options.get(LocksOptions.SERVER))
                .extracting("pid")
                .containsExactly(OptionalLong.of(7), OptionalLong.empty());
    }

    @Test
    void filterMatchesWholeWords() {
        Options options = parse("--only locks.memory,yardstick.nginx.fixed");

        assertThat(options.wants("locks.memory.unique")).isTrue();
        assertThat(options.wants("yardstick.nginx.fixed")).isTrue();
        assertThat(options.wants("locks.memory2.unique")).isFalse();
        assertThat(options.wants("locks.durable.unique")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seconds",
                "--seconds 0",
                "--seconds x",
                "--seconds -1",
                "--connections 1,0",
                "--pid 7",
                "--server nowhere",
                "--server memory=http://127.0.0.1:1",
                "--server traced=http://127.0.0.1:1",
                "--server a=http://127.0.0.1:1 --server a=http://127.0.0.1:2",
                "--fast",
                "--rounds 0",
                "--rounds 1.5",
            })
    void invalidOptionsAreRejected(String line) {
        assertThatThrownBy(() -> parse(line)).isInstanceOf(UsageException.class);
    }

    @Test
    void lineBenchTakesServersByAddress() {
        Options options = LocksOptions.line()
                .read(List.of("--against", "a=localhost:1", "--pid", "7", "--against", "[::1]:2"));

        assertThat(options.get(LocksOptions.SERVER))
                .extracting("name")
                .containsExactly("a", "other2");
        assertThat(options.get(LocksOptions.SERVER))
                .extracting("address.port")
                .containsExactly(1, 2);
        assertThat(options.get(Options.CONNECTIONS)).containsExactly(1, 64, 500);
        assertThat(LocksOptions.line().usage()).contains("--against", "--pid", "--connections");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--server a=http://127.0.0.1:1",
                "--against http://127.0.0.1:1",
                "--against 127.0.0.1",
                "--against 127.0.0.1:99999",
                "--pid 7",
            })
    void invalidLineOptionsAreRejected(String line) {
        assertThatThrownBy(() -> LocksOptions.line().read(List.of(line.split(" "))))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void everyOptionIsInTheUsage() {
        Options options = parse(
                "--rounds 2 --seconds 1 --warmup 0 --server-warmup 2 --connections 1,2 --only a"
                        + " --no-start --launcher l --serve-arg --x --work-dir w"
                        + " --markdown m --install-yardsticks");

        assertThat(options.get(Options.CONNECTIONS)).containsExactly(1, 2);
        assertThat(options.get(Options.SERVE_ARG)).containsExactly("--x");
        assertThat(options.get(LocksOptions.NO_START)).isTrue();
        assertThat(options.get(LocksOptions.INSTALL)).isTrue();
        assertThat(LocksOptions.locks().usage())
                .contains(
                        "--rounds",
                        "--seconds",
                        "--warmup",
                        "--server-warmup",
                        "--connections",
                        "--only")
                .contains("--server ", "--pid", "--no-start", "--launcher", "--serve-arg")
                .contains("--work-dir", "--markdown", "--install-yardsticks")
                .contains("--seconds N            measured seconds of each row (5)")
                .contains("how many connections (1,64,512)");
    }
}
