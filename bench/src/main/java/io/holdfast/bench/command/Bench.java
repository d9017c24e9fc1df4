package io.holdfast.bench.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** A benchmark of one part of the server. */
public interface Bench {

    /** Returns the word that selects it on the command line. */
    String name();

    /** Returns the help text with its options. */
    String usage();

    /** Runs the benchmark; returns false if a row is invalid. */
    boolean run(List<String> arguments, PrintStream out) throws IOException, InterruptedException;
}
