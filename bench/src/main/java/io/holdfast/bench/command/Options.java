package io.holdfast.bench.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The options of one benchmark with their values, and the options that several benchmarks have. */
public final class Options {

    public static final Option<Double> SECONDS =
            Option.of("--seconds", "N", "measured seconds of each row", Arguments::positive);
    public static final Option<Double> WARMUP =
            Option.number("--warmup", "seconds of load before each row, not counted");
    public static final Option<Double> SERVER_WARMUP =
            Option.number("--server-warmup", "seconds of load before a server's first row");
    public static final Option<Integer> ROUNDS =
            Option.whole("--rounds", "repeat all rows N times, report each row's median");
    public static final Option<List<Integer>> CONNECTIONS =
            Option.of("--connections", "A,B,...", "how many connections", Arguments::wholes);
    public static final Option<List<String>> ONLY = Option.list(
            "--only",
            "ID,...",
            "only rows whose id begins so",
            arguments -> List.of(arguments.value().split(",")));
    public static final Option<String> LAUNCHER =
            Option.of("--launcher", "FILE", "the command that starts Holdfast", Arguments::value);
    public static final Option<List<String>> SERVE_ARG = Option.list(
            "--serve-arg",
            "ARG",
            "one more argument for it; may be repeated",
            arguments -> List.of(arguments.value()));
    public static final Option<String> WORK_DIR = Option.of(
            "--work-dir", "DIR", "where data directories are made and removed", Arguments::value);
    public static final Option<String> MARKDOWN =
            Option.of("--markdown", "FILE", "write the report there too", Arguments::value);
    public static final Option<String> BASELINE = Option.of(
            "--baseline", "FILE", "fail if a ratio is a fifth worse than there", Arguments::value);
    public static final Option<Boolean> RECORD =
            Option.toggle("--record", "write the ratios to the file of --baseline");

    private final String bench;
    private final Map<String, Option<?>> known = new LinkedHashMap<>();
    private final Map<String, Object> values = new HashMap<>();

    /** Starts with the options that every benchmark has. */
    public Options(String bench, double seconds) {
        this.bench = bench;
        with(SECONDS, seconds);
        with(LAUNCHER, "./holdfast");
        with(SERVE_ARG, List.of());
        with(WORK_DIR, "bench/results");
    }

    /** Adds an option with its default. */
    public <T> Options with(Option<T> option, T fallback) {
        known.put(option.name(), option);
        values.put(option.slot(), fallback);
        return this;
    }

    /** Returns the list with more elements. */
    public static <T> List<T> extended(List<T> list, List<T> more) {
        List<T> longer = new ArrayList<>(list);
        longer.addAll(more);
        return List.copyOf(longer);
    }

    /** Returns the benchmark's name. */
    public String bench() {
        return bench;
    }

    /** Returns the help text, with the defaults. */
    public String usage() {
        return known.values().stream()
                .map(option -> option.usage(values.getOrDefault(option.slot(), "")))
                .collect(Collectors.joining("", "./dev bench " + bench + " [options]\n", ""));
    }

    /** Sets the values from a command line. */
    public Options read(List<String> words) {
        Arguments arguments = new Arguments(words);
        while (arguments.next()) {
            Option<?> option = known.get(arguments.option());
            if (option == null) {
                throw arguments.unknown();
            }
            set(option, arguments);
        }
        return this;
    }

    private <T> void set(Option<T> option, Arguments arguments) {
        T value = option.reading().read(arguments, get(option));
        values.put(option.slot(), value);
    }

    /** Returns the value of an option of this benchmark. */
    @SuppressWarnings("unchecked")
    public <T> T get(Option<T> option) {
        Object value = values.get(option.slot());
        if (value == null) {
            throw new IllegalArgumentException(bench + " has no option " + option.name());
        }
        // Only with() and set() write the slot, with a value of the option's type.
        return (T) value;
    }

    /** Returns whether the filter selects this row: by its id or by its first words. */
    public boolean wants(String id) {
        return get(ONLY).isEmpty()
                || get(ONLY).stream().anyMatch(o -> id.equals(o) || id.startsWith(o + "."));
    }

    /** Returns whether the filter may select a row whose id begins so. */
    public boolean wantsSome(String beginning) {
        return wants(beginning) || get(ONLY).stream().anyMatch(o -> o.startsWith(beginning));
    }
}
