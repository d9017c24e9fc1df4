package io.holdfast.core.outcome;

import io.holdfast.core.command.Origin;

/** An outcome on its way back to where its command came from. */
public record Reply(Origin origin, Outcome outcome) {}
