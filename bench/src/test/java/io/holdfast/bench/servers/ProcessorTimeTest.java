package io.holdfast.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ProcessorTimeTest {

    @Test
    void runningProcessHasUsedCpuTime() {
        assertThat(ProcessorTime.ofTree(ProcessHandle.current().pid())).isPositive();
    }

    @Test
    void unknownProcessHasNoCpuTime() {
        Subject subject = new Subject("a", new InetSocketAddress(1), OptionalLong.empty());

        assertThat(subject.processorNanos()).isEqualTo(-1);
        assertThat(ProcessorTime.ofTree(Long.MAX_VALUE)).isEqualTo(-1);
    }
}
