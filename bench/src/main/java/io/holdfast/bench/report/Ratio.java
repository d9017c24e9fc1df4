package io.holdfast.bench.report;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A figure of Holdfast's against another one.
 *
 * @param what the figure of Holdfast
 * @param against the yardstick
 * @param value empty if one of the two is missing or invalid
 */
public record Ratio(String what, String against, OptionalDouble value, Goal goal) {

    /** The goal that the design sets for a ratio. */
    public sealed interface Goal permits AtLeast, AtMost, ForInformation {}

    /** More is better. */
    public record AtLeast(double bound) implements Goal {}

    /** Less is better. */
    public record AtMost(double bound) implements Goal {}

    /** There is no goal; the figure explains the others. */
    public record ForInformation() implements Goal {}

    String goalText() {
        return switch (goal) {
            case AtLeast(double bound) -> "at least " + number(bound);
            case AtMost(double bound) -> "at most " + number(bound);
            case ForInformation() -> "-";
        };
    }

    String valueText() {
        return value.isPresent() ? number(value.getAsDouble()) : "-";
    }

    String verdict() {
        if (value.isEmpty()) {
            return "not measured";
        }
        double measured = value.getAsDouble();
        return switch (goal) {
            case AtLeast(double bound) -> measured >= bound ? "met" : "missed";
            case AtMost(double bound) -> measured <= bound ? "met" : "missed";
            case ForInformation() -> "-";
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f x", value);
    }
}
