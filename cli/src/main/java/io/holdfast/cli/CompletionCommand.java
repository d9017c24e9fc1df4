package io.holdfast.cli;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;

import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast completion SHELL}: prints a completion script. */
final class CompletionCommand implements Command {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("completion");
        Helpful.describe(
                spec,
                "Prints a script that completes commands and flags in bash or zsh.",
                "source <(holdfast completion bash)",
                "holdfast completion bash > /etc/bash_completion.d/holdfast");
        Flags.argument(spec, "SHELL", "bash or zsh.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String shell = Flags.argument(arguments, 0);
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new CommandFailure(
                    ExitCode.USAGE, "\"" + shell + "\" is not supported; expected bash or zsh");
        }
        // The script works in both: in zsh it loads bashcompinit first.
        console.out().println(AutoComplete.bash("holdfast", Commands.all()));
        return ExitCode.OK.number();
    }
}
