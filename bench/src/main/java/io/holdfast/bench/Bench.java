package io.holdfast.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** One part of the server under load. */
public interface Bench {

    /** The word that chooses it on the command line. */
    String name();

    /** What its options are, for people. */
    String usage();

    /** Runs to the end; false when a row is invalid. */
    boolean run(List<String> arguments, PrintStream out) throws IOException, InterruptedException;
}
