package io.holdfast.bench.locks;

import static io.holdfast.bench.command.Options.BASELINE;
import static io.holdfast.bench.command.Options.CONNECTIONS;
import static io.holdfast.bench.command.Options.MARKDOWN;
import static io.holdfast.bench.command.Options.ONLY;
import static io.holdfast.bench.command.Options.RECORD;
import static io.holdfast.bench.command.Options.ROUNDS;
import static io.holdfast.bench.command.Options.SERVER_WARMUP;
import static io.holdfast.bench.command.Options.WARMUP;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.servers.Addresses;
import io.holdfast.bench.servers.Subject;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** The options of the locks and line benchmarks. */
final class LocksOptions {

    static final Option<Boolean> NO_START = Option.toggle("--no-start", "do not start Holdfast");
    static final Option<Boolean> INSTALL =
            Option.toggle("--install-yardsticks", "apt-get install missing yardsticks, as root");

    static final Option<Boolean> TRACED =
            Option.toggle("--traced", "compare a server that traces every request");

    private static final String SERVERS = "servers";

    /** Other servers of the API; the option is named after its value. */
    static final Option<List<Subject>> SERVER =
            servers("--server", "[NAME=]URL", text -> Addresses.firstIn(text));

    private static final Option<List<Subject>> AGAINST =
            servers("--against", "[NAME=]HOST:PORT", text -> Addresses.of(text));

    private static final Option<List<Subject>> PID = new Option<>(
            "--pid",
            "N",
            SERVERS,
            "the process of the server before it, for processor time",
            LocksOptions::withPid);

    private LocksOptions() {}

    static Options locks() {
        return common("locks", List.of(1, 64, 512))
                .with(TRACED, false)
                .with(SERVER, List.of())
                .with(PID, List.of());
    }

    static Options line() {
        return common("line", List.of(1, 64, 500)).with(AGAINST, List.of()).with(PID, List.of());
    }

    private static Options common(String bench, List<Integer> connections) {
        return new Options(bench, 5)
                .with(ROUNDS, 1)
                .with(WARMUP, 1.5)
                .with(SERVER_WARMUP, 10.0)
                .with(CONNECTIONS, connections)
                .with(ONLY, List.of())
                .with(NO_START, false)
                .with(INSTALL, false)
                .with(MARKDOWN, "")
                .with(BASELINE, "")
                .with(RECORD, false);
    }

    private static Option<List<Subject>> servers(
            String name, String argument, Function<String, Optional<InetSocketAddress>> address) {
        return new Option<>(
                name,
                argument,
                SERVERS,
                "compare another server of the API; may be repeated",
                (arguments, last) -> {
                    Subject server = server(arguments, last, address);
                    return Options.extended(last, List.of(server));
                });
    }

    private static Subject server(
            Arguments arguments,
            List<Subject> others,
            Function<String, Optional<InetSocketAddress>> address) {
        String text = arguments.value();
        int equals = text.indexOf('=');
        String name = equals < 0 ? "other" + (others.size() + 1) : text.substring(0, equals);
        boolean taken = Stream.of(Fleet.MEMORY, Fleet.DURABLE, Fleet.TRACED).anyMatch(name::equals)
                || others.stream().anyMatch(other -> other.name().equals(name));
        if (taken || !name.matches("[A-Za-z0-9_-]+")) {
            throw new UsageException("a server cannot be named " + name);
        }
        return address.apply(text.substring(equals + 1))
                .map(at -> new Subject(name, at, OptionalLong.empty()))
                .orElseThrow(() -> new UsageException(
                        arguments.option() + " needs the address of a server, not " + text));
    }

    private static List<Subject> withPid(Arguments arguments, List<Subject> others) {
        long pid = arguments.whole();
        if (others.isEmpty()) {
            throw new UsageException("--pid comes after the server it belongs to");
        }
        Subject last = others.getLast();
        return Options.extended(
                others.subList(0, others.size() - 1),
                List.of(new Subject(last.name(), last.address(), OptionalLong.of(pid))));
    }
}
