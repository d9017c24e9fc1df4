package io.holdfast.server.ops;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The expiry times of the certificates in use.
 *
 * <p>Threading: any thread.
 */
public final class CertificateMeter implements MultiCollector {

    /** The peers or clients that a certificate is presented to. */
    public enum Use {
        CLIENTS("clients"),
        PEERS("peers");

        private final String label;

        Use(String label) {
            this.label = label;
        }
    }

    private final Map<Use, Instant> ends = new ConcurrentHashMap<>();

    /** Records that a certificate is in use from now on. */
    public void inUse(Use use, Instant end) {
        ends.put(use, end);
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        if (!ends.isEmpty()) {
            GaugeSnapshot.Builder gauge = GaugeSnapshot.builder()
                    .name("holdfast_certificate_expiry_timestamp_seconds")
                    .help("Time when the certificate in use, or one of its chain, expires.");
            ends.forEach((use, end) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                    .value(end.getEpochSecond())
                    .labels(Labels.of("use", use.label))
                    .build()));
            all.metricSnapshot(gauge.build());
        }
        return all.build();
    }
}
