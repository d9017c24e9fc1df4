package io.holdfast.core.outcome;

import io.holdfast.core.value.Origin;

/** An outcome, with the origin of its command. */
public record Reply(Origin origin, Outcome outcome) {}
