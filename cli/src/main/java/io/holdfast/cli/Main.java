package io.holdfast.cli;

import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Finds the command on the command line and runs it. */
public final class Main {

    private static final List<Command> COMMANDS =
            List.of(new BackupCommand(), new CertCommand(), new ClusterCommand());

    private Main() {}

    public static void main(String[] args) {
        Console console = new Console(System.out, System.err, System.getenv());
        int code = run(List.of(args), console);
        if (code != 0) {
            System.exit(code);
        }
    }

    static int run(List<String> arguments, Console console) {
        CommandSpec root = CommandSpec.create().name("holdfast");
        for (Command command : COMMANDS) {
            root.addSubcommand(command.spec().name(), helpful(command.spec()));
        }
        CommandLine line = new CommandLine(root);
        line.setExpandAtFiles(false);
        try {
            ParseResult parsed = line.parseArgs(arguments.toArray(String[]::new));
            ParseResult typed = parsed;
            while (typed.hasSubcommand()) {
                typed = typed.subcommand();
            }
            if (typed.hasMatchedOption("--help") || typed == parsed) {
                usage(typed, console.out());
                return 0;
            }
            return command(parsed).run(parsed.subcommand(), console);
        } catch (CommandLine.ParameterException e) {
            console.err().println(e.getMessage());
            e.getCommandLine().usage(console.err(), CommandLine.Help.Ansi.OFF);
            return CommandFailure.USAGE;
        } catch (CommandFailure e) {
            console.err().println(e.getMessage());
            return e.exitCode();
        }
    }

    private static void usage(ParseResult typed, PrintStream out) {
        typed.commandSpec().commandLine().usage(out, CommandLine.Help.Ansi.OFF);
    }

    private static Command command(ParseResult parsed) {
        String name = parsed.subcommand().commandSpec().name();
        for (Command command : COMMANDS) {
            if (command.spec().name().equals(name)) {
                return command;
            }
        }
        throw new IllegalStateException("unknown command " + name);
    }

    static CommandLine helpful(CommandSpec spec) {
        spec.usageMessage().width(100).sortOptions(false);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this help.")
                .build());
        return new CommandLine(spec);
    }
}
