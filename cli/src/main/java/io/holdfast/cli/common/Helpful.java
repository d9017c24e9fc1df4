package io.holdfast.cli.common;

import java.io.PrintStream;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help texts, and messages for invalid command lines. */
public final class Helpful {

    private static final int WIDTH = 100;

    private Helpful() {}

    /** Returns a command line with the flag {@code --help}. */
    public static CommandLine line(CommandSpec spec) {
        spec.usageMessage().width(WIDTH).sortOptions(false);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this help.")
                .build());
        CommandLine line = new CommandLine(spec);
        line.setExpandAtFiles(false);
        line.setUnmatchedOptionsArePositionalParams(false);
        return line;
    }

    /** Sets what a command does, and examples of its use. */
    public static void describe(CommandSpec spec, String description, String... examples) {
        spec.usageMessage().description(description);
        if (examples.length > 0) {
            spec.usageMessage().footerHeading("%nExamples:%n").footer(indented(examples));
        }
    }

    private static String[] indented(String... examples) {
        String[] lines = new String[examples.length];
        for (int at = 0; at < lines.length; at++) {
            lines[at] = "  " + examples[at].replace("%", "%%");
        }
        return lines;
    }

    /** Prints what is wrong with a command line, the nearest valid word, and where help is. */
    public static void explain(CommandLine.ParameterException problem, PrintStream err) {
        CommandLine line = problem.getCommandLine();
        err.println(message(problem, line.getCommandSpec()));
        String name = line.getCommandSpec().qualifiedName();
        err.println("usage: " + line.getHelp().synopsis(7).strip());
        err.println("\"" + name + " --help\" shows all flags and examples.");
    }

    private static String message(CommandLine.ParameterException problem, CommandSpec spec) {
        if (problem instanceof CommandLine.UnmatchedArgumentException unmatched) {
            List<String> words = unmatched.getUnmatched();
            String first = words.isEmpty() ? "" : words.getFirst();
            if (first.startsWith("-")) {
                return "Unknown flag \"" + Style.safe(first) + "\""
                        + Nearest.hint(first, spec.optionsMap().keySet());
            }
            if (!spec.subcommands().isEmpty()) {
                return "Unknown command \"" + Style.safe(first) + "\""
                        + Nearest.hint(first, new TreeSet<>(spec.subcommands().keySet()));
            }
            return "Unexpected argument \"" + Style.safe(first) + "\"";
        }
        return String.valueOf(problem.getMessage());
    }
}
