package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import io.holdfast.log.raft.RaftOptions;
import org.jspecify.annotations.Nullable;

/** Where the state is kept, and how. */
enum LogSetting implements Setting {
    DATA_DIR(
            "data-dir",
            "DATA_DIR",
            text("DIR"),
            null,
            "Where the state is kept; $XDG_STATE_HOME/holdfast or ~/.local/state/holdfast."),
    EPHEMERAL(
            "ephemeral",
            "EPHEMERAL",
            new SettingFormat.Switch(),
            "false",
            "Keep the state in memory alone; it ends with the process."),
    SNAPSHOT_ENTRIES(
            "snapshot-entries",
            "SNAPSHOT_ENTRIES",
            new SettingFormat.Whole("N", 1, Integer.MAX_VALUE),
            Long.toString(RaftOptions.DEFAULT.snapshotEntries()),
            "Entries of the log after which the state is written out and the log cut."),
    STATE_MEMORY(
            "state-memory",
            "STATE_MEMORY_BYTES",
            new SettingFormat.Whole("BYTES", 0, Long.MAX_VALUE),
            "0",
            "Heap that the state of all tenants and APIs may take together; 0 means half of the"
                    + " largest heap. The smallest member's value counts."),
    NODE_LOST(
            "node-lost",
            "NODE_LOST_S",
            seconds(1),
            "10",
            "Seconds until a silent node's clients count as gone.");

    private final Spec spec;

    LogSetting(String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
