package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.log.Clock;
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
 * Raises the format level once every member reads the newer format, for which the leader asks the
 * others. Everything runs in the lane.
 */
final class FormatGate {

    private static final Logger LOG = LoggerFactory.getLogger(FormatGate.class);
    private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final EngineControls engine;
    private final Group group;
    private final Clock clock;
    private final Lane lane;
    private final EngineOptions options;
    private boolean asking;
    private long askedNanos;
    private String said = "";

    FormatGate(EngineControls engine, Group group, Clock clock, Lane lane, EngineOptions options) {
        this.engine = engine;
        this.group = group;
        this.clock = clock;
        this.lane = lane;
        this.options = options;
    }

    /** Returns the raise, and the settings again if the old format could not express them all. */
    static List<MemberCommand> raise(EngineOptions options, Machine machine, int format) {
        List<MemberCommand> commands = new ArrayList<>();
        commands.add(new MemberCommand.RaiseFormat(format));
        Settings own = options.settings();
        if (!own.equals(own.in(machine.format()))) {
            commands.add(new MemberCommand.Configure(own));
        }
        return commands;
    }

    /** Asks periodically while this member leads and could write a newer format. */
    void look(long nowNanos) {
        if (asking
                || !leads()
                || engine.machine().format() >= options.formatMax()
                || nowNanos - askedNanos < ASK_NANOS) {
            return;
        }
        asking = true;
        askedNanos = nowNanos;
        clock.within(group.formats(), ANSWER_NANOS_MAX)
                .whenComplete((formats, problem) -> lane.run(() -> answered(formats, problem)));
    }

    private boolean leads() {
        return group.leads() && engine.state() == EngineState.RUNNING;
    }

    private void answered(@Nullable Map<String, Integer> formats, @Nullable Throwable problem) {
        asking = false;
        if (formats == null || !leads()) {
            LOG.debug("members did not report which formats they read", problem);
            return;
        }
        int readByAll = Math.min(options.formatMax(), Collections.min(formats.values()));
        Machine machine = engine.machine();
        if (readByAll > machine.format()) {
            engine.calls().propose(raise(options, machine, readByAll));
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
