package io.holdfast.server.ops;

import io.holdfast.core.event.Event;
import io.holdfast.core.query.Query.UseGauges;
import io.holdfast.core.value.Space;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.util.List;

/** Publishes the grants and waits of each API. */
final class ApiExposition {

    private static final double NANOS = 1_000_000_000;
    private static final double MILLIS = 1_000;

    private ApiExposition() {}

    static void collect(ApiMeter meter, List<UseGauges> use, MetricSnapshots.Builder all) {
        gauges(use, all);
        counters(meter, all);
        HistogramSnapshot.Builder waits = HistogramSnapshot.builder()
                .name("holdfast_grant_wait_seconds")
                .help("Wait time of grants, by API; 0 for grants without a wait.");
        HistogramSnapshot.Builder holds = HistogramSnapshot.builder()
                .name("holdfast_grant_hold_seconds")
                .help("Time from a grant to its end, by API.");
        for (Space space : ApiMeter.APIS) {
            waits.dataPoint(Points.histogram(meter.of(space).waits, NANOS, api(space)));
            holds.dataPoint(Points.histogram(meter.of(space).holds, MILLIS, api(space)));
        }
        all.metricSnapshot(waits.build()).metricSnapshot(holds.build());
    }

    private static void gauges(List<UseGauges> use, MetricSnapshots.Builder all) {
        GaugeSnapshot.Builder held =
                GaugeSnapshot.builder().name("holdfast_grants_held").help("Grants held, by API.");
        GaugeSnapshot.Builder waiting =
                GaugeSnapshot.builder().name("holdfast_waiters").help("Waiters, by API.");
        for (UseGauges one : use) {
            Labels labels = api(one.space());
            held.dataPoint(Points.gauge(one.held(), labels));
            waiting.dataPoint(Points.gauge(one.waiting(), labels));
        }
        all.metricSnapshot(held.build()).metricSnapshot(waiting.build());
    }

    private static void counters(ApiMeter meter, MetricSnapshots.Builder all) {
        CounterSnapshot.Builder granted =
                CounterSnapshot.builder().name("holdfast_grants").help("Grants, by API.");
        CounterSnapshot.Builder ended = CounterSnapshot.builder()
                .name("holdfast_grants_ended")
                .help("Grants that ended, by API and reason.");
        CounterSnapshot.Builder queued = CounterSnapshot.builder()
                .name("holdfast_waits_started")
                .help("Requests that were queued, by API.");
        CounterSnapshot.Builder given = CounterSnapshot.builder()
                .name("holdfast_waits_ended")
                .help("Waits that ended without a grant, by API and reason.");
        for (Space space : ApiMeter.APIS) {
            ApiMeter.One one = meter.of(space);
            granted.dataPoint(Points.counter(one.waits.count(), api(space)));
            queued.dataPoint(Points.counter(one.queued.sum(), api(space)));
            for (Event.GrantEnd reason : Event.GrantEnd.values()) {
                Labels labels = api(space).add("reason", Points.label(reason));
                ended.dataPoint(Points.counter(one.grantEnds[reason.ordinal()].sum(), labels));
            }
            for (Event.WaitEnd reason : Event.WaitEnd.values()) {
                Labels labels = api(space).add("reason", Points.label(reason));
                given.dataPoint(Points.counter(one.waitEnds[reason.ordinal()].sum(), labels));
            }
        }
        all.metricSnapshot(granted.build())
                .metricSnapshot(ended.build())
                .metricSnapshot(queued.build())
                .metricSnapshot(given.build());
    }

    private static Labels api(Space space) {
        return Labels.of("api", Points.label(space));
    }
}
