package io.holdfast.cli.common;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Adds flags and arguments to a command, and reads their values. */
public final class Flags {

    private static final String OUTPUT = "--output";

    private Flags() {}

    /** Adds a flag without a value. */
    public static void on(CommandSpec spec, String description, String... names) {
        spec.addOption(OptionSpec.builder(names[0], tail(names))
                .type(boolean.class)
                .description(description)
                .build());
    }

    /** Adds a flag with a value. */
    public static void value(CommandSpec spec, String label, String description, String... names) {
        spec.addOption(OptionSpec.builder(names[0], tail(names))
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build());
    }

    /** Adds an argument that must be given. */
    public static void argument(CommandSpec spec, String label, String description) {
        positional(spec, label, description, "1");
    }

    /** Adds an argument that may be left out. */
    public static void optional(CommandSpec spec, String label, String description) {
        positional(spec, label, description, "0..1");
    }

    private static void positional(
            CommandSpec spec, String label, String description, String arity) {
        spec.addPositional(PositionalParamSpec.builder()
                .index(String.valueOf(spec.positionalParameters().size()))
                .arity(arity)
                .required(arity.equals("1"))
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build());
    }

    private static String[] tail(String... names) {
        return java.util.Arrays.copyOfRange(names, 1, names.length);
    }

    /** Adds the flag for the form of the output. */
    public static void output(CommandSpec spec) {
        value(spec, "FORMAT", "The form of the output: table or json.", "-o", OUTPUT);
    }

    /** Returns whether the output is JSON. */
    public static boolean json(ParseResult arguments) throws CommandFailure {
        String form = text(arguments, OUTPUT);
        if (form == null || form.equals("table")) {
            return false;
        }
        if (form.equals("json")) {
            return true;
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "--output: \"" + form + "\" is not a format; expected table or json");
    }

    public static boolean on(ParseResult arguments, String name) {
        return arguments.matchedOptionValue(name, false);
    }

    public static @Nullable String text(ParseResult arguments, String name) {
        return arguments.matchedOptionValue(name, (String) null);
    }

    public static String text(ParseResult arguments, String name, String otherwise) {
        return arguments.matchedOptionValue(name, otherwise);
    }

    public static Duration duration(ParseResult arguments, String name, Duration otherwise)
            throws CommandFailure {
        String text = text(arguments, name);
        return text == null ? otherwise : Durations.parse(name, text);
    }

    /** Returns a whole number in a range. */
    public static int number(ParseResult arguments, String name, int otherwise, int min, int max)
            throws CommandFailure {
        String text = text(arguments, name);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                name + ": \"" + text + "\" is not a whole number from " + min + " to " + max);
    }

    /** Returns the subcommand, which must be given. */
    public static ParseResult subcommand(ParseResult arguments) {
        if (!arguments.hasSubcommand()) {
            throw new CommandLine.ParameterException(
                    arguments.commandSpec().commandLine(), "Missing subcommand");
        }
        return arguments.subcommand();
    }

    public static String argument(ParseResult arguments, int index) {
        return arguments.matchedPositionalValue(index, "");
    }
}
