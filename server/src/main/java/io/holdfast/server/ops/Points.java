package io.holdfast.server.ops;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.util.Locale;

/** Makes the data points of published metrics. */
final class Points {

    private Points() {}

    static CounterDataPointSnapshot counter(double value, Labels labels) {
        return CounterDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    static GaugeDataPointSnapshot gauge(double value, Labels labels) {
        return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
    }

    /** @param unit how many of the histogram's values are one of the published unit */
    static HistogramDataPointSnapshot histogram(Histogram histogram, double unit, Labels labels) {
        return HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(
                        ClassicHistogramBuckets.of(histogram.bounds(unit), histogram.counts()))
                .sum(histogram.sum() / unit)
                .labels(labels)
                .build();
    }

    /** Returns the text of a label's value. */
    static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Adds a gauge without labels. */
    static void addGauge(MetricSnapshots.Builder all, String name, String help, double value) {
        all.metricSnapshot(GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(gauge(value, Labels.EMPTY))
                .build());
    }

    /** Adds a histogram without labels. */
    static void addHistogram(
            MetricSnapshots.Builder all,
            String name,
            String help,
            Histogram histogram,
            double unit) {
        all.metricSnapshot(HistogramSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(histogram(histogram, unit, Labels.EMPTY))
                .build());
    }
}
