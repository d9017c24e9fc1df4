package io.holdfast.cli.run;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Style;

import java.io.File;
import java.util.Map;

/** Checks that a command exists before a lock is taken for it. */
final class Programs {

    private Programs() {}

    static void check(String program, Map<String, String> environment) throws CommandFailure {
        if (!program.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            // The locale may not know its letters; the guard finds out with the original bytes.
            return;
        }
        boolean found = false;
        if (program.contains("/")) {
            File file = new File(program);
            found = file.exists();
            if (found && file.canExecute() && !file.isDirectory()) {
                return;
            }
        } else {
            String path = environment.getOrDefault("PATH", "/bin:/usr/bin");
            for (String directory : path.split(":")) {
                File file = new File(directory.isEmpty() ? "." : directory, program);
                found |= file.isFile();
                if (file.isFile() && file.canExecute()) {
                    return;
                }
            }
        }
        throw found
                ? new CommandFailure(
                        ExitCode.NOT_EXECUTABLE, Style.safe(program) + " is not executable")
                : new CommandFailure(
                        ExitCode.NOT_FOUND, "command not found: " + Style.safe(program));
    }
}
