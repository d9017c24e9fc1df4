package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import io.holdfast.log.LogOptions;
import org.jspecify.annotations.Nullable;

/** The storage of the state. */
enum LogSetting implements Setting {
    DATA_DIR(
            "data-dir",
            "DATA_DIR",
            text("DIR"),
            null,
            "Data directory. Default: $XDG_STATE_HOME/holdfast or ~/.local/state/holdfast."),
    EPHEMERAL(
            "ephemeral",
            "EPHEMERAL",
            new SettingFormat.Switch(),
            "false",
            "Keep the state in memory only; it is lost when the process ends."),
    SNAPSHOT_ENTRIES(
            "snapshot-entries",
            "SNAPSHOT_ENTRIES",
            new SettingFormat.Whole("N", 1, Integer.MAX_VALUE),
            Long.toString(LogOptions.DEFAULT.snapshotEntries()),
            "Number of log entries after which a snapshot is written and the log truncated."),
    STATE_MEMORY(
            "state-memory",
            "STATE_MEMORY_BYTES",
            new SettingFormat.Whole("BYTES", 0, Long.MAX_VALUE),
            "0",
            "Maximum heap in bytes for the state of all tenants and APIs; 0 means half of the"
                    + " maximum heap. The smallest value of all members applies."),
    NODE_LOST(
            "node-lost",
            "NODE_LOST_S",
            seconds(1),
            "10",
            "Seconds without contact after which a member's clients count as disconnected.");

    private final Spec spec;

    LogSetting(
            String flag,
            String environment,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
