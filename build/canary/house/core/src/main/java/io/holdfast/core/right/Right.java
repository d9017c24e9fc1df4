package io.holdfast.core.right;

import io.holdfast.core.left.Left;

/** Uses the other one. */
record Right(Left other) {}
