package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.log.backup.Restore;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.FileProblems;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast restore}: creates a data directory from a backup, without a running server. */
final class RestoreCommand {

    /** The backup is damaged, or a file cannot be read or written (EX_IOERR). */
    private static final int FILES = 74;

    private static final String DATA_DIR = "--data-dir";
    private static final String NODE = "--node";
    private static final String KEEP_LEASES = "--keep-leases";
    private static final String FENCE_ABOVE = "--fence-above";

    private RestoreCommand() {}

    static int run(List<String> arguments, Clock clock, PrintStream out, PrintStream err) {
        CommandLine line = new CommandLine(spec());
        line.setExpandAtFiles(false);
        try {
            ParseResult parsed = line.parseArgs(arguments.toArray(String[]::new));
            if (parsed.hasMatchedOption("--help")) {
                line.usage(out, CommandLine.Help.Ansi.OFF);
                return 0;
            }
            Path directory = Path.of(parsed.matchedOptionValue(DATA_DIR, ""));
            Restore restore = new Restore(
                    Path.of(parsed.matchedPositionalValue(0, "")),
                    directory,
                    parsed.matchedOptionValue(NODE, "n1"),
                    parsed.matchedOptionValue(KEEP_LEASES, false),
                    parsed.matchedOptionValue(FENCE_ABOVE, 0L));
            print(restore.run(clock), restore, out);
            return 0;
        } catch (CommandLine.ParameterException e) {
            err.println(e.getMessage());
            line.usage(err, CommandLine.Help.Ansi.OFF);
            return ConfigException.USAGE;
        } catch (NoSuchFileException e) {
            err.println("There is no file " + e.getFile());
            return FILES;
        } catch (FileSystemException e) {
            err.println(e.getFile() + " cannot be used: " + FileProblems.reason(e));
            return FILES;
        } catch (IOException e) {
            err.println(e.getMessage());
            return FILES;
        }
    }

    private static void print(Restore.Done done, Restore restore, PrintStream out) {
        out.println("restored into " + restore.directory() + ": the state of member "
                + done.description().node() + " at " + done.description().at() + ", up to entry "
                + done.description().index() + " of its log");
        out.println("the next fence is above " + done.fenceFloor());
        out.println("start it with: holdfast serve --data-dir " + restore.directory());
    }

    private static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("holdfast restore");
        spec.usageMessage()
                .width(100)
                .sortOptions(false)
                .description("Creates a data directory from FILE, a backup that \"holdfast backup\""
                        + " wrote, for a single server with a new cluster id. Grants made"
                        + " after the backup are lost, and every new fence is above theirs."
                        + " Restore into one directory only, and never start the old servers"
                        + " again.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .type(String.class)
                .paramLabel("FILE")
                .description("The backup.")
                .build());
        spec.addOption(OptionSpec.builder(DATA_DIR)
                .type(String.class)
                .required(true)
                .paramLabel("DIR")
                .description("The directory to create; an existing one must be empty.")
                .build());
        spec.addOption(OptionSpec.builder(NODE)
                .type(String.class)
                .paramLabel("NAME")
                .description("The name of the member. Default: n1.")
                .build());
        spec.addOption(OptionSpec.builder(KEEP_LEASES)
                .type(boolean.class)
                .description("Leases continue with the time that they had left when the backup was"
                        + " made. Otherwise the time since then counts, as over a restart.")
                .build());
        spec.addOption(OptionSpec.builder(FENCE_ABOVE)
                .type(long.class)
                .paramLabel("N")
                .description("A fence that is known to have been issued; new ones are above it."
                        + " Needed only if the backup is older than 30 days and this"
                        + " computer's clock is wrong.")
                .build());
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Show this help.")
                .build());
        return spec;
    }
}
