package io.holdfast.core.command;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;

/**
 * Any command that can change the machine's state. A new API adds one branch here, and the compiler
 * then reports every switch that must handle it.
 *
 * @param <O> the family of its outcomes
 */
public sealed interface Command<O extends Outcome>
        permits SessionCommand,
                LocksCommand,
                PoolsCommand,
                ClaimsCommand,
                EntitiesCommand,
                NodesCommand,
                ResourceCommand,
                MemberCommand {

    /** Returns the oldest format that supports the command. At a lower level it is refused. */
    default int format() {
        return Format.OLDEST;
    }

    /**
     * Returns the command as the format stores it, without fields that only a newer format has.
     * Every member must apply exactly what the log contains; otherwise the proposer's state would
     * differ.
     */
    default Command<O> in(int writtenFormat) {
        return this;
    }
}
