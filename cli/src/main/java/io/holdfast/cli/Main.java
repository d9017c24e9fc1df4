package io.holdfast.cli;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Nearest;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.common.Terminals;
import io.holdfast.cli.run.RunCommand;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Finds the command on the command line and runs it. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("run")) {
            // Must come first, before this process opens files of its own.
            RunCommand.noteFiles();
        }
        int code = run(List.of(args), console());
        System.out.flush();
        // Commands may leave threads of the HTTP client behind.
        System.exit(code);
    }

    /** Returns the streams and environment of this process. */
    static Console console() {
        return new Console(System.out, System.err, System.getenv(), Terminals.isTerminal(0, 1));
    }

    static int run(List<String> arguments, Console console) {
        String first = arguments.isEmpty() ? "--help" : arguments.getFirst();
        switch (first) {
            case "--help", "-h", "help" -> {
                return arguments.size() > 1 && Commands.find(arguments.get(1)) != null
                        ? run(List.of(arguments.get(1), "--help"), console)
                        : overview(console);
            }
            case "--version", "-V", "version" -> {
                console.out().println("holdfast " + version());
                return ExitCode.OK.number();
            }
            default -> {
                Command command = Commands.find(first);
                if (command == null) {
                    console.err()
                            .println("Unknown command \"" + Style.safe(first) + "\""
                                    + Nearest.hint(first, Commands.names()));
                    console.err().println("\"holdfast --help\" lists all commands.");
                    return ExitCode.USAGE.number();
                }
                return run(command, arguments, console);
            }
        }
    }

    private static int run(Command command, List<String> arguments, Console console) {
        CommandSpec root = CommandSpec.create().name("holdfast");
        CommandSpec spec = command.spec();
        root.addSubcommand(spec.name(), Helpful.line(spec));
        CommandLine line = new CommandLine(root);
        line.setExpandAtFiles(false);
        try {
            ParseResult parsed = line.parseArgs(command.own(arguments).toArray(String[]::new))
                    .subcommand();
            ParseResult typed = parsed;
            while (typed.hasSubcommand()) {
                typed = typed.subcommand();
            }
            if (typed.isUsageHelpRequested()) {
                typed.commandSpec().commandLine().usage(console.out(), ansi(console));
                return ExitCode.OK.number();
            }
            return command.run(parsed, console);
        } catch (CommandLine.ParameterException e) {
            Helpful.explain(e, console.err());
            return ExitCode.USAGE.number();
        } catch (CommandFailure e) {
            console.err().println("holdfast: " + e.getMessage());
            return e.exitCode();
        }
    }

    private static CommandLine.Help.Ansi ansi(Console console) {
        return console.style() == Style.COLOURED
                ? CommandLine.Help.Ansi.ON
                : CommandLine.Help.Ansi.OFF;
    }

    private static int overview(Console console) {
        console.out().print(Commands.overview(console.style()));
        return ExitCode.OK.number();
    }

    private static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return Objects.requireNonNullElse(version, "(not packaged)");
    }
}
