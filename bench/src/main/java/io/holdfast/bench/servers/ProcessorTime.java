package io.holdfast.bench.servers;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** User and system time of a process and its live children, as reported by the system. */
final class ProcessorTime {

    private ProcessorTime() {}

    /**
     * Returns nanoseconds, in steps of the system's tick (10 ms on Linux); -1 for an unknown
     * process.
     */
    static long ofTree(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return -1;
        }
        // In nginx the workers do the work, so children are included.
        return Stream.concat(process.stream(), process.get().descendants())
                .map(handle -> handle.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToLong(Duration::toNanos)
                .reduce(Long::sum)
                .orElse(-1);
    }
}
