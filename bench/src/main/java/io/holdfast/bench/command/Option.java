package io.holdfast.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * An option of a benchmark.
 *
 * @param name with its dashes
 * @param argument what stands after it in the usage; empty for a switch
 * @param slot the value that it sets; usually its name, but two options may change one value
 * @param help for the usage
 * @param reading reads the new value
 */
public record Option<T>(
        String name, String argument, String slot, String help, Reading<T> reading) {

    /** Reads an option from the command line; one that may be repeated extends the last value. */
    public interface Reading<T> {
        T read(Arguments arguments, T last);
    }

    /** Returns an option that sets a value of its own. */
    public static <T> Option<T> of(
            String name, String argument, String help, Function<Arguments, T> reading) {
        return new Option<>(
                name, argument, name, help, (arguments, last) -> reading.apply(arguments));
    }

    /** Returns an option with a number of 0 or more. */
    public static Option<Double> number(String name, String help) {
        return of(name, "N", help, Arguments::number);
    }

    /** Returns an option with an integer of 1 or more. */
    public static Option<Integer> whole(String name, String help) {
        return of(name, "N", help, Arguments::whole);
    }

    /** Returns an option that may be repeated. */
    public static <T> Option<List<T>> list(
            String name, String argument, String help, Function<Arguments, List<T>> reading) {
        return new Option<>(name, argument, name, help, (arguments, last) -> {
            List<T> longer = new ArrayList<>(last);
            longer.addAll(reading.apply(arguments));
            return List.copyOf(longer);
        });
    }

    /** Returns an option without an argument. */
    public static Option<Boolean> toggle(String name, String help) {
        return of(name, "", help, arguments -> true);
    }

    String usage(Object fallback) {
        String shown = shown(fallback);
        return String.format(
                Locale.ROOT,
                "  %-22s %s%s\n",
                (name + " " + argument).strip(),
                help,
                shown.isEmpty() ? "" : " (" + shown + ")");
    }

    private String shown(Object fallback) {
        String text = fallback.toString().replaceAll("^\\[|]$", "").replace(", ", ",");
        return argument.isEmpty() ? "" : text.replaceAll("\\.0$", "");
    }
}
