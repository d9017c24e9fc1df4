package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {

    @Test
    void softLimitIsUsed() {
        String limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96000                96000                processes
                Max open files            20000                524288               files
                """;
        assertThat(Descriptors.parse(limits)).isEqualTo(20_000);
        assertThat(Descriptors.parse("Max open files  unlimited unlimited files\n"))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void connectionsLeave1000DescriptorsOrHalfFree() {
        assertThat(Descriptors.connectionsMax(20_000)).isEqualTo(19_000);
        assertThat(Descriptors.connectionsMax(1_024)).isEqualTo(512);
        assertThat(Descriptors.connectionsMax(Long.MAX_VALUE))
                .isEqualTo(Binding.CONNECTIONS_CEILING);
    }
}
