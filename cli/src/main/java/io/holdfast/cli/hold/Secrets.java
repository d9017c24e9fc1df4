package io.holdfast.cli.hold;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.ParseResult;

/** Secrets that a user need not write on the command line, where other users can see them. */
final class Secrets {

    private Secrets() {}

    /** Returns an argument; {@code -} means standard input, and none the environment variable. */
    static String argument(ParseResult arguments, int index, String variable, Console console)
            throws CommandFailure {
        String given = Flags.argument(arguments, index);
        if (given.isEmpty()) {
            return console.environment().getOrDefault(variable, "");
        }
        if (!given.equals("-")) {
            return given;
        }
        try {
            String line = new BufferedReader(
                            new InputStreamReader(System.in, StandardCharsets.UTF_8))
                    .readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FILES, "standard input cannot be read");
        }
    }
}
