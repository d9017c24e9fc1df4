package io.holdfast.bench.canary;

// must fail: rig-and-bench-speak-over-sockets
final class BenchThatKnowsTheLog {

    io.holdfast.log.CommitLog found;
}
