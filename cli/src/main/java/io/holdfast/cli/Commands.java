package io.holdfast.cli;

import io.holdfast.cli.admin.BackupCommand;
import io.holdfast.cli.admin.ClusterCommand;
import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.Style;
import io.holdfast.cli.run.RunCommand;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All commands of {@code holdfast}, in the groups of its help. */
enum Commands {
    RUN(Group.HOLD, "run", "run a command while holding a lock or a slot", RunCommand::new),

    SERVE(Group.SERVE, "serve", "start the server", null),
    TOKEN(Group.SERVE, "token", "create, list and revoke tokens", null),
    BACKUP(Group.SERVE, "backup", "back up a running server to one file", BackupCommand::new),
    RESTORE(Group.SERVE, "restore", "create a data directory from a backup", null),
    CLUSTER(Group.SERVE, "cluster", "show and change a cluster's members", ClusterCommand::new);

    private enum Group {
        HOLD("Hold"),
        LOOK("Look"),
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

                \"holdfast COMMAND --help\" shows the flags of a command and examples. Which server is
                meant, and with which token, is set by HOLDFAST_URL and HOLDFAST_TOKEN_FILE, by flags,
                or in ~/.config/holdfast/default.conf.
                """).toString();
    }
}
