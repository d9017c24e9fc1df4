package io.holdfast.cli.common;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A subcommand of {@code holdfast}. */
public interface Command {

    /** Returns its name, flags and help. */
    CommandSpec spec();

    /** Runs it and returns the exit code. */
    int run(ParseResult arguments, Console console) throws CommandFailure;

    /**
     * Returns which of the words are for this command; the rest is for another program, which may
     * have the same flags.
     */
    default List<String> own(List<String> words) {
        return words;
    }
}
