package io.holdfast.cli;

import io.holdfast.cli.admin.BackupCommand;
import io.holdfast.cli.admin.CertCommand;
import io.holdfast.cli.admin.ClusterCommand;
import io.holdfast.cli.bench.BenchCommand;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.hold.BorrowCommand;
import io.holdfast.cli.hold.ClaimCommand;
import io.holdfast.cli.hold.LockCommand;
import io.holdfast.cli.hold.NodeCommand;
import io.holdfast.cli.hold.RenewCommand;
import io.holdfast.cli.hold.ReturnCommand;
import io.holdfast.cli.hold.UnlockCommand;
import io.holdfast.cli.look.BreakCommand;
import io.holdfast.cli.look.EventsCommand;
import io.holdfast.cli.look.HealthCommand;
import io.holdfast.cli.look.HistoryCommand;
import io.holdfast.cli.look.ListCommand;
import io.holdfast.cli.look.ShowCommand;
import io.holdfast.cli.look.TopCommand;
import io.holdfast.cli.look.WatchCommand;
import io.holdfast.cli.run.RunCommand;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** All commands of {@code holdfast}, in the groups of its help. */
enum Commands {
    RUN(Group.HOLD, "run", "run a command while holding a lock or a slot", RunCommand::new),

    LOCK(Group.HOLD, "lock", "take a lock and print its token", LockCommand::new),
    UNLOCK(Group.HOLD, "unlock", "release a lock by its token", UnlockCommand::new),
    RENEW(Group.HOLD, "renew", "extend the lease of a lock", RenewCommand::new),
    BORROW(Group.HOLD, "borrow", "borrow a slot of a pool", BorrowCommand::new),
    RETURN(Group.HOLD, "return", "return a slot of a pool", ReturnCommand::new),
    CLAIM(Group.HOLD, "claim", "claim a resource, in a queue with history", ClaimCommand::new),
    NODE(Group.HOLD, "node", "take work nodes from the queue", NodeCommand::new),

    LS(Group.LOOK, "ls", "list what is held and waited for", ListCommand::new),
    SHOW(Group.LOOK, "show", "show who holds a lock and who waits", ShowCommand::new),
    HISTORY(Group.LOOK, "history", "show who held what, and when", HistoryCommand::new),
    WATCH(Group.LOOK, "watch", "follow what happens to a lock", WatchCommand::new),
    TOP(Group.LOOK, "top", "show the longest queues, refreshed", TopCommand::new),
    EVENTS(Group.LOOK, "events", "follow events of all resources", EventsCommand::new),
    BREAK(Group.LOOK, "break", "end a grant that its holder does not release", BreakCommand::new),
    HEALTH(Group.LOOK, "health", "check that the members serve requests", HealthCommand::new),
    BENCH(Group.LOOK, "bench", "measure how fast locks are acquired", BenchCommand::new),

    SERVE(Group.SERVE, "serve", "start the server", null),
    TOKEN(Group.SERVE, "token", "create, list and revoke tokens", null),
    BACKUP(Group.SERVE, "backup", "back up a running server to one file", BackupCommand::new),
    RESTORE(Group.SERVE, "restore", "create a data directory from a backup", null),
    CLUSTER(Group.SERVE, "cluster", "show and change a cluster's members", ClusterCommand::new),
    CERT(Group.SERVE, "cert", "create certificates for TLS", CertCommand::new),
    CONFIG(Group.SERVE, "config", "check the server's configuration file", null),
    DOCS(Group.SERVE, "docs", "serve the documentation of a checkout", null),
    COMPLETION(Group.SERVE, "completion", "print a completion script", CompletionCommand::new);

    private enum Group {
        HOLD("Hold"),
        LOOK("Look, and intervene"),
        SERVE("Run a server");

        private final String title;

        Group(String title) {
            this.title = title;
        }
    }

    private final Group group;
    private final String word;
    private final String summary;

    /** Missing for commands of the server's own program, to which the launcher passes them. */
    private final @Nullable Supplier<Command> factory;

    Commands(Group group, String word, String summary, @Nullable Supplier<Command> factory) {
        this.group = group;
        this.word = word;
        this.summary = summary;
        this.factory = factory;
    }

    /** Returns a command of this program, or null. */
    static @Nullable Command find(String word) {
        for (Commands command : values()) {
            if (command.word.equals(word) && command.factory != null) {
                return command.factory.get();
            }
        }
        return null;
    }

    /** Returns a command line with all commands, for completion. */
    static CommandLine all() {
        CommandSpec root = CommandSpec.create().name("holdfast");
        for (Commands command : values()) {
            CommandSpec spec = command.factory == null
                    ? command.named()
                    : command.factory.get().spec();
            root.addSubcommand(command.word, Helpful.line(spec));
        }
        return new CommandLine(root);
    }

    private CommandSpec named() {
        CommandSpec spec = CommandSpec.create().name(word);
        spec.usageMessage().description(summary);
        return spec;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(command -> command.word).toList();
    }

    /** Returns the help of {@code holdfast} itself. */
    static String overview(Style style) {
        StringBuilder text = new StringBuilder("usage: holdfast COMMAND [ARGUMENTS]\n");
        for (Group group : Group.values()) {
            text.append('\n').append(style.bold(group.title)).append('\n');
            for (Commands command : values()) {
                if (command.group == group) {
                    text.append("  ")
                            .append(command.word)
                            .append(" ".repeat(12 - command.word.length()))
                            .append(command.summary)
                            .append('\n');
                }
            }
        }
        return text.append("""

                "holdfast COMMAND --help" shows the flags of a command and examples. The server and
                the token are set by HOLDFAST_URL and HOLDFAST_TOKEN_FILE, by flags, or in
                ~/.config/holdfast/default.conf.
                """).toString();
    }
}
