package io.holdfast.log.node;

import io.holdfast.core.Machine;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Tells the group how much heap the state may take at this member, because the smallest member sets
 * the budget of all. All of it happens in the lane.
 */
final class MemoryShare {

    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final NodeOptions options;
    private long saidNanos;
    private boolean said;

    MemoryShare(NodeOptions options) {
        this.options = options;
    }

    /** What a member that is alone proposes at its start: no other member bounds its state. */
    static List<Command> alone(NodeOptions options, Machine machine) {
        Set<String> members = Set.of(options.name());
        List<Command> commands = departed(machine, members);
        commands.addAll(own(options, machine));
        return commands;
    }

    /**
     * What one of several members proposes now. A proposal may be lost, so that it is repeated
     * until the state says the same.
     *
     * @param members empty where this member does not lead and only speaks for itself
     */
    List<Command> due(Machine machine, Set<String> members, long nowNanos) {
        boolean waits = said && nowNanos - saidNanos < REPEAT_NANOS;
        if (waits || machine.format() < MemberCommand.StateMemory.FORMAT) {
            return List.of();
        }
        List<Command> commands = members.isEmpty() ? new ArrayList<>() : departed(machine, members);
        commands.addAll(own(options, machine));
        said = !commands.isEmpty();
        saidNanos = nowNanos;
        return commands;
    }

    private static List<Command> own(NodeOptions options, Machine machine) {
        long known = machine.stateBytesMaxOfMembers().getOrDefault(options.name(), 0L);
        long mine = options.stateBytesMax();
        boolean sayable = options.formatMax() >= MemberCommand.StateMemory.FORMAT;
        return mine == 0 || mine == known || !sayable
                ? List.of()
                : List.of(new MemberCommand.StateMemory(options.name(), mine));
    }

    private static List<Command> departed(Machine machine, Set<String> members) {
        Map<String, Long> known = machine.stateBytesMaxOfMembers();
        List<Command> commands = new ArrayList<>();
        for (String node : known.keySet()) {
            if (!members.contains(node)) {
                commands.add(new MemberCommand.StateMemory(node, 0));
            }
        }
        return commands;
    }
}
