package io.holdfast.bench.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** A benchmark of one part of the server. */
public interface Bench {

    /** Returns its options with their defaults. */
    Options options();

    /** Runs the benchmark; returns false if a row is invalid. */
    boolean run(Options options, PrintStream out) throws IOException, InterruptedException;

    /** Returns the word that selects it on the command line. */
    default String name() {
        return options().bench();
    }

    /** Returns the help text with its options. */
    default String usage() {
        return options().usage();
    }

    /** Runs the benchmark with the options of a command line. */
    default boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        return run(options().read(arguments), out);
    }
}
