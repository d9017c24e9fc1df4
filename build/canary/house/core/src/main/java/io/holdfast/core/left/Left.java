package io.holdfast.core.left;

import io.holdfast.core.right.Right;

/** Uses the other one. */
record Left(Right other) {}
