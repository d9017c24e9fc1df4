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
                "Prints a script that completes commands and flags in bash, zsh or fish.",
                "source <(holdfast completion bash)",
                "holdfast completion bash > /etc/bash_completion.d/holdfast",
                "holdfast completion fish > ~/.config/fish/completions/holdfast.fish");
        Flags.argument(spec, "SHELL", "bash, zsh or fish.");
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        String shell = Flags.argument(arguments, 0);
        String script = switch (shell) {
            // The script works in both: in zsh it loads bashcompinit first.
            case "bash", "zsh" -> AutoComplete.bash("holdfast", Commands.all());
            case "fish" -> FishCompletion.script(Commands.all().getCommandSpec());
            default ->
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "\"" + shell + "\" is not supported; expected bash, zsh or fish");
        };
        console.out().println(script);
        return ExitCode.OK.number();
    }
}
