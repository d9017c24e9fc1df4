package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.MemberCommand;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Reports this member's heap limit for the state to the group, because the smallest member sets the
 * limit for all. Everything runs in the lane.
 */
final class MemoryShare {

    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final EngineOptions options;
    private long saidNanos;
    private boolean said;

    MemoryShare(EngineOptions options) {
        this.options = options;
    }

    /** Returns the proposals of a single member at its start: no other member limits its state. */
    static List<MemberCommand> alone(EngineOptions options, Machine machine) {
        Set<String> members = Set.of(options.name());
        List<MemberCommand> commands = departed(machine, members);
        commands.addAll(own(options, machine));
        return commands;
    }

    /**
     * Returns the current proposals of a cluster member. A proposal may be lost, so it is repeated
     * until the state contains it.
     *
     * @param members empty if this member does not lead and reports only for itself
     */
    List<MemberCommand> due(Machine machine, Set<String> members, long nowNanos) {
        boolean waits = said && nowNanos - saidNanos < REPEAT_NANOS;
        if (waits || machine.format() < MemberCommand.StateMemory.FORMAT) {
            return List.of();
        }
        List<MemberCommand> commands =
                members.isEmpty() ? new ArrayList<>() : departed(machine, members);
        commands.addAll(own(options, machine));
        said = !commands.isEmpty();
        saidNanos = nowNanos;
        return commands;
    }

    private static List<MemberCommand> own(EngineOptions options, Machine machine) {
        long known = machine.stateBytesMaxOfMembers().getOrDefault(options.name(), 0L);
        long mine = options.stateBytesMax();
        boolean sayable = options.formatMax() >= MemberCommand.StateMemory.FORMAT;
        return mine == 0 || mine == known || !sayable
                ? List.of()
                : List.of(new MemberCommand.StateMemory(options.name(), mine));
    }

    private static List<MemberCommand> departed(Machine machine, Set<String> members) {
        Map<String, Long> known = machine.stateBytesMaxOfMembers();
        List<MemberCommand> commands = new ArrayList<>();
        for (String node : known.keySet()) {
            if (!members.contains(node)) {
                commands.add(new MemberCommand.StateMemory(node, 0));
            }
        }
        return commands;
    }
}
