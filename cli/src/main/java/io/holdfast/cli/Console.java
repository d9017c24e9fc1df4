package io.holdfast.cli;

import java.io.PrintStream;
import java.util.Map;

/** A command's output streams and environment variables. */
record Console(PrintStream out, PrintStream err, Map<String, String> environment) {}
