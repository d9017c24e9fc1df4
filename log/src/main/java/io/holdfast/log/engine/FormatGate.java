package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.log.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the format level once every member reads the newer format: a leader asks the others, a
 * single member raises it at once. Everything runs in the lane.
 */
final class FormatGate {

    private static final Logger LOG = LoggerFactory.getLogger(FormatGate.class);
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ANSWER_SECONDS_MAX = 5;

    private final Engine engine;
    private final Lane lane;
    private final EngineOptions options;
    private volatile int level;
    private boolean asking;
    private long askedNanos;
    private String said = "";

    FormatGate(Engine engine, Lane lane, EngineOptions options) {
        this.engine = engine;
        this.lane = lane;
        this.options = options;
    }

    /** Returns the format level of the applied state; any thread. */
    int level() {
        return level;
    }

    /** Updates the level after a batch was applied or a snapshot installed. */
    void see(Machine machine, boolean live) {
        int now = machine.format();
        if (live && level != 0 && now > level) {
            LOG.info("format level raised from={} to={}", level, now);
        }
        level = now;
    }

    /** Returns a single member's first proposals, before any command in the new format. */
    List<MemberCommand> raiseAlone(Machine machine) {
        return machine.format() < options.formatMax()
                ? raise(machine, options.formatMax())
                : List.of();
    }

    /** Returns the raise, and the settings again if the old format could not express them all. */
    private List<MemberCommand> raise(Machine machine, int format) {
        List<MemberCommand> commands = new ArrayList<>();
        commands.add(new MemberCommand.RaiseFormat(format));
        Settings own = options.settings();
        if (!own.equals(own.in(machine.format()))) {
            commands.add(new MemberCommand.Configure(own));
        }
        return commands;
    }

    /** Asks periodically while this member leads and could write a newer format. */
    void look(Group group, long nowNanos) {
        if (asking
                || !leads(group)
                || engine.machine().format() >= options.formatMax()
                || nowNanos - askedNanos < ASK_NANOS) {
            return;
        }
        asking = true;
        askedNanos = nowNanos;
        group.formats()
                .orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                .whenComplete(
                        (formats, problem) -> lane.run(() -> answered(group, formats, problem)));
    }

    private boolean leads(Group group) {
        return group.leads() && engine.state() == EngineState.RUNNING;
    }

    private void answered(
            Group group, @Nullable Map<String, Integer> formats, @Nullable Throwable problem) {
        asking = false;
        if (formats == null || !leads(group)) {
            LOG.debug("members did not report which formats they read", problem);
            return;
        }
        int readByAll = Math.min(options.formatMax(), Collections.min(formats.values()));
        Machine machine = engine.machine();
        if (readByAll > machine.format()) {
            engine.propose(raise(machine, readByAll));
        } else if (!said.equals(formats.toString())) {
            said = formats.toString();
            LOG.info(
                    "format level stays at {} until every member reads {}: {} (0: no answer)",
                    machine.format(),
                    options.formatMax(),
                    said);
        }
    }
}
