package io.holdfast.core.command;

/**
 * Everything that can change the machine's state. A new contract adds one branch here, and the
 * compiler then names every switch that has to learn it.
 */
public sealed interface Command
        permits SessionCommand,
                LocksCommand,
                PoolsCommand,
                ClaimsCommand,
                EntitiesCommand,
                WorkCommand,
                ResourceCommand,
                MemberCommand {

    /** The oldest format that can say it: at a lower level the command is refused. */
    default int format() {
        return Format.OLDEST;
    }

    /**
     * The command as that format keeps it, without what only a newer one can say. What is proposed
     * is what every member reads from the log; otherwise the proposer's state would be another.
     */
    default Command in(int writtenFormat) {
        return this;
    }
}
