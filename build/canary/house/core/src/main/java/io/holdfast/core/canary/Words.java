package io.holdfast.core.canary;

// must fail: word
// Whoever reads this looks for the holder.
final class Words {}
