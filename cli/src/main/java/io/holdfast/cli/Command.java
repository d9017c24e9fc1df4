package io.holdfast.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One word after {@code holdfast}, or after a word that has others below it. */
interface Command {

    /** Its name, flags and help. */
    CommandSpec spec();

    /** Does it; the exit code. */
    int run(ParseResult arguments, Console console) throws CommandFailure;
}
