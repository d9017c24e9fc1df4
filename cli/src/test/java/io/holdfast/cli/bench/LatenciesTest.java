package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LatenciesTest {

    @Test
    void percentilesAreExactToOneSixtyFourth() {
        Latencies latencies = new Latencies();
        for (long nanos = 1; nanos <= 1_000_000; nanos++) {
            latencies.add(nanos);
        }

        assertThat(latencies.nanos(0.5)).isBetween(500_000L, 500_000L + 500_000L / 64);
        assertThat(latencies.nanos(0.99)).isBetween(990_000L, 1_000_000L);
        assertThat(latencies.nanos(1)).isEqualTo(1_000_000);
        assertThat(latencies.total()).isEqualTo(1_000_000);
    }

    @Test
    void valuesOfSeveralClientsAreMerged() {
        Latencies one = new Latencies();
        Latencies other = new Latencies();
        one.add(5);
        other.add(7_000_000_000L);
        one.addAll(other);

        assertThat(one.total()).isEqualTo(2);
        assertThat(one.nanos(0.5)).isEqualTo(5);
        assertThat(one.nanos(0.99)).isEqualTo(7_000_000_000L);
        assertThat(one.maxNanos()).isEqualTo(7_000_000_000L);
    }
}
