package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.ExitCode;

/** Explains why a command could not be started. */
final class Failures {

    private static final int NO_ENTRY = 2;

    private Failures() {}

    /** Returns the failure for an error number of the C library. */
    static CommandFailure ofStart(int error) {
        return error == NO_ENTRY
                ? new CommandFailure(
                        ExitCode.NOT_FOUND, "the command or its interpreter was not found")
                : new CommandFailure(
                        ExitCode.NOT_EXECUTABLE,
                        "the command cannot be executed (error " + error + ")");
    }
}
