package io.holdfast.core.outcome;

import io.holdfast.core.command.Origin;

/** An outcome, with the origin of its command. */
public record Reply(Origin origin, Outcome outcome) {}
