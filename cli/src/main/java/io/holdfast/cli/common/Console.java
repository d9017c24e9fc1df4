package io.holdfast.cli.common;

import java.io.PrintStream;
import java.util.Map;

/**
 * A command's output streams and environment variables.
 *
 * @param terminal whether input and output are a terminal
 */
public record Console(
        PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal) {

    /** Creates a console that is not a terminal. */
    public Console(PrintStream out, PrintStream err, Map<String, String> environment) {
        this(out, err, environment, false);
    }

    /** Returns how texts are coloured: only at a terminal, and never with NO_COLOR. */
    public Style style() {
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return terminal && !unwanted ? Style.COLOURED : Style.PLAIN;
    }
}
