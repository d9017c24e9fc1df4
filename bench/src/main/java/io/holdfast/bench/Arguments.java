package io.holdfast.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** A command line that is read once, option by option; whatever cannot be meant is refused. */
public final class Arguments {

    private final Deque<String> rest;
    private String option = "";

    /** Stands before the first option. */
    public Arguments(List<String> words) {
        this.rest = new ArrayDeque<>(words);
    }

    /** Goes on to the next option; false where there is none. */
    public boolean next() {
        if (rest.isEmpty()) {
            return false;
        }
        option = rest.removeFirst();
        return true;
    }

    /** The option that is read now, as it was written. */
    public String option() {
        return option;
    }

    /** What to throw where nobody knows the option. */
    public UsageException unknown() {
        return new UsageException("there is no option " + option);
    }

    /** The word after the option, as are all that follow here. */
    public String value() {
        if (rest.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.removeFirst();
    }

    /** 0 or more. */
    public double number() {
        return number(value());
    }

    /** More than 0. */
    public double positive() {
        return positive(value());
    }

    /** A whole number, 1 or more. */
    public int whole() {
        return whole(value());
    }

    /** Whole numbers with commas between them. */
    public List<Integer> wholes() {
        return Stream.of(value().split(",")).map(this::whole).toList();
    }

    private double number(String text) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Falls through to the message that negative numbers get too.
        }
        throw new UsageException(option + " needs a number, not " + text);
    }

    private double positive(String text) {
        double number = number(text);
        if (number == 0) {
            throw new UsageException(option + " must be more than 0");
        }
        return number;
    }

    private int whole(String text) {
        double number = positive(text);
        if (number != Math.rint(number) || number > Integer.MAX_VALUE) {
            throw new UsageException(option + " needs a whole number, not " + text);
        }
        return (int) number;
    }
}
