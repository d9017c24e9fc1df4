package io.holdfast.bench.servers;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** User and system time of a process and its living children, as the system counts it. */
final class ProcessorTime {

    private ProcessorTime() {}

    /**
     * Nanoseconds, in steps of the system's tick (10 ms on Linux); -1 when there is no such
     * process.
     */
    static long ofTree(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return -1;
        }
        // The work of nginx is done by its workers, so the children belong to the sum.
        return Stream.concat(process.stream(), process.get().descendants())
                .map(handle -> handle.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .mapToLong(Duration::toNanos)
                .reduce(Long::sum)
                .orElse(-1);
    }
}
