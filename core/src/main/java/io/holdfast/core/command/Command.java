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
                NodeCommand {}
