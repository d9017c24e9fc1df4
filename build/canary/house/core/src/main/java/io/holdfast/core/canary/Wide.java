package io.holdfast.core.canary;

// must fail: line-too-wide
// A line that goes on, and on, and on, and on, past the hundredth column, where readers stop to read on.
final class Wide {}
