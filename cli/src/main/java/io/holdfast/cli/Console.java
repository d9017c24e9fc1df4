package io.holdfast.cli;

import java.io.PrintStream;
import java.util.Map;

/** Where a command prints, and what its environment says. */
record Console(PrintStream out, PrintStream err, Map<String, String> environment) {}
