package io.holdfast.bench.command;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** A command line that is read once, option by option. Invalid values are rejected. */
public final class Arguments {

    private final Deque<String> rest;
    private String option = "";

    /** Starts before the first option. */
    public Arguments(List<String> words) {
        this.rest = new ArrayDeque<>(words);
    }

    /** Moves to the next option; returns false if there is none. */
    public boolean next() {
        if (rest.isEmpty()) {
            return false;
        }
        option = rest.removeFirst();
        return true;
    }

    /** Returns the current option as it was written. */
    public String option() {
        return option;
    }

    /** Returns the exception for an unknown option. */
    public UsageException unknown() {
        return new UsageException("unknown option: " + option);
    }

    /** Returns the word after the option, as do the following methods. */
    public String value() {
        if (rest.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.removeFirst();
    }

    /** Returns a number of 0 or more. */
    public double number() {
        return number(value());
    }

    /** Returns a number greater than 0. */
    public double positive() {
        return positive(value());
    }

    /** Returns an integer of 1 or more. */
    public int whole() {
        return whole(value());
    }

    /** Returns comma-separated integers. */
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
            // Falls through to the message for negative numbers.
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
