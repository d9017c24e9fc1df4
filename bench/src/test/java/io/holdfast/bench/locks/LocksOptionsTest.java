package io.holdfast.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.bench.command.UsageException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LocksOptionsTest {

    private static LocksOptions parse(String line) {
        return LocksOptions.parse(line.isEmpty() ? List.of() : List.of(line.split(" ")));
    }

    @Test
    void pidBelongsToThePrecedingServer() {
        LocksOptions options =
                parse("--server a=http://127.0.0.1:1 --pid 7 --server http://127.0.0.1:2");

        assertThat(options.others).extracting("name").containsExactly("a", "other2");
        assertThat(options.others)
                .extracting("pid")
                .containsExactly(OptionalLong.of(7), OptionalLong.empty());
    }

    @Test
    void filterMatchesWholeWords() {
        LocksOptions options = parse("--only locks.memory,yardstick.nginx.fixed");

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
        LocksOptions options = LocksOptions.parseLine(
                List.of("--against", "a=localhost:1", "--pid", "7", "--against", "[::1]:2"));

        assertThat(options.others).extracting("name").containsExactly("a", "other2");
        assertThat(options.others).extracting("address.port").containsExactly(1, 2);
        assertThat(options.connections).containsExactly(1, 64, 500);
        assertThat(LocksOptions.LINE_USAGE).contains("--against", "--pid", "--connections");
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
        assertThatThrownBy(() -> LocksOptions.parseLine(List.of(line.split(" "))))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void everyOptionIsInTheUsage() {
        LocksOptions options = parse(
                "--rounds 2 --seconds 1 --warmup 0 --server-warmup 2 --connections 1,2 --only a"
                        + " --no-start --launcher l --serve-arg --x --work-dir w"
                        + " --markdown m --install-yardsticks");

        assertThat(options.connections).containsExactly(1, 2);
        assertThat(options.serveArguments).containsExactly("--x");
        assertThat(options.start).isFalse();
        assertThat(options.install).isTrue();
        assertThat(LocksOptions.USAGE)
                .contains(
                        "--rounds",
                        "--seconds",
                        "--warmup",
                        "--server-warmup",
                        "--connections",
                        "--only")
                .contains("--server ", "--pid", "--no-start", "--launcher", "--serve-arg")
                .contains("--work-dir", "--markdown", "--install-yardsticks");
    }
}
