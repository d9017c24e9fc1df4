package io.holdfast.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A subcommand of {@code holdfast}. */
interface Command {

    /** Returns its name, flags and help. */
    CommandSpec spec();

    /** Runs it and returns the exit code. */
    int run(ParseResult arguments, Console console) throws CommandFailure;
}
