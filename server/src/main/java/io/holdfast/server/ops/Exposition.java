package io.holdfast.server.ops;

import io.holdfast.core.event.Event;
import io.holdfast.core.query.Query.MemoryGauges;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.server.http.Problem;
import io.holdfast.server.line.Verb;
import io.holdfast.server.line.Word;
import io.holdfast.server.net.ByteBudget;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Publishes the metrics: under dflockd's names, so that its dashboards continue to work, and under
 * Holdfast's own names, with metrics that dflockd does not have.
 */
final class Exposition implements MultiCollector {

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Metrics metrics;
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    // The GC metrics collector lives as long as the process.
    @SuppressWarnings("resource")
    Exposition(Metrics metrics, MultiCollector... others) {
        this.metrics = metrics;
        registry.getPrometheusRegistry().register(this);
        for (MultiCollector other : others) {
            registry.getPrometheusRegistry().register(other);
        }
        new JvmMemoryMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
    }

    String render(String contentType) {
        return registry.scrape(contentType);
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        requests(all);
        lineRequests(all);
        StateCounts now = metrics.state();
        state(all, now);
        ApiExposition.collect(metrics.apis, now.use(), all);
        machine(all);
        guards(all);
        return all.build();
    }

    private void requests(MetricSnapshots.Builder all) {
        CounterSnapshot.Builder theirs = CounterSnapshot.builder()
                .name("dflockd_http_requests")
                .help("Finished HTTP requests.");
        // A summary without quantiles is exactly dflockd's pair of _sum and _count.
        SummarySnapshot.Builder durations = SummarySnapshot.builder()
                .name("dflockd_http_request_duration_seconds")
                .help("Duration of HTTP requests.");
        CounterSnapshot.Builder ours = CounterSnapshot.builder()
                .name("holdfast_http_requests")
                .help("Finished HTTP requests.");
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("holdfast_http_request_duration_seconds")
                .help("Duration of HTTP requests, waits included.");
        for (RequestSeries.Line line : metrics.requests().lines()) {
            var used = line.used();
            for (RequestSeries.Cell cell : used) {
                Labels labels = Labels.of(
                        "method",
                        line.method,
                        "path",
                        line.path,
                        "status",
                        Integer.toString(cell.status));
                long count = cell.count.sum();
                theirs.dataPoint(Points.counter(count, labels));
                ours.dataPoint(Points.counter(count, labels));
                durations.dataPoint(SummaryDataPointSnapshot.builder()
                        .count(count)
                        .sum(cell.nanos.sum() / SECOND)
                        .labels(labels)
                        .build());
            }
            if (!used.isEmpty()) {
                Labels labels = Labels.of("method", line.method, "path", line.path);
                histogram.dataPoint(Points.histogram(line.durations, SECOND, labels));
            }
        }
        all.metricSnapshot(theirs.build())
                .metricSnapshot(durations.build())
                .metricSnapshot(ours.build())
                .metricSnapshot(histogram.build());
        CounterSnapshot.Builder malformed = CounterSnapshot.builder()
                .name("holdfast_http_malformed")
                .help("Malformed HTTP requests, by problem.");
        for (Problem problem : Problem.values()) {
            add(malformed, "problem", problem.code(), metrics.malformed[problem.ordinal()]);
        }
        all.metricSnapshot(malformed.build());
    }

    private void lineRequests(MetricSnapshots.Builder all) {
        CounterSnapshot.Builder requests = CounterSnapshot.builder()
                .name("holdfast_line_requests")
                .help("Answered requests of the line protocol.");
        for (Verb verb : Verb.values()) {
            for (Word word : Word.values()) {
                long count = metrics.lineRequests[verb.ordinal()][word.ordinal()].sum();
                if (count > 0) {
                    String command = verb == Verb.UNKNOWN ? "unknown" : verb.word();
                    Labels labels = Labels.of("command", command, "reply", word.text());
                    requests.dataPoint(Points.counter(count, labels));
                }
            }
        }
        all.metricSnapshot(requests.build());
        Points.addGauge(
                all,
                "holdfast_line_connections",
                "Open connections of the line protocol.",
                metrics.lineConnections());
    }

    private void state(MetricSnapshots.Builder all, StateCounts now) {
        Points.addGauge(
                all, "dflockd_ready", "1 while the server is ready.", metrics.isReady() ? 1 : 0);
        Points.addGauge(
                all, "dflockd_uptime_seconds", "Time since the start.", metrics.uptimeSeconds());
        Points.addGauge(
                all,
                "dflockd_connections",
                "TCP connections and HTTP sessions.",
                now.connections());
        Points.addGauge(all, "dflockd_http_sessions", "HTTP sessions.", now.httpSessions());
        Points.addGauge(all, "dflockd_locks_held", "Locks held.", now.locksHeld());
        Points.addGauge(all, "dflockd_lock_waiters", "Waiters for locks.", now.lockWaiters());
        Points.addGauge(
                all, "dflockd_semaphore_holders", "Semaphore slots held.", now.semaphoreHolders());
        Points.addGauge(
                all,
                "dflockd_semaphore_waiters",
                "Waiters for semaphores.",
                now.semaphoreWaiters());
        Points.addGauge(all, "holdfast_pools", "Pools.", now.pools().pools());
        Points.addGauge(
                all, "holdfast_pool_leases", "Pool slots leased.", now.pools().leases());
        Points.addGauge(
                all, "holdfast_pool_waiters", "Waiters for pools.", now.pools().waiters());
        Points.addGauge(
                all, "holdfast_claims_active", "Active claims.", now.claims().active());
        Points.addGauge(
                all, "holdfast_claims_waiting", "Waiting claims.", now.claims().waiting());
        Points.addGauge(
                all,
                "holdfast_claims_finished",
                "Finished claims that are still listed.",
                now.claims().finished());
        memory(all, now.memory());
    }

    private static void memory(MetricSnapshots.Builder all, MemoryGauges now) {
        Points.addGauge(
                all, "holdfast_state_bytes", "Estimated heap of the state, in bytes.", now.state());
        Points.addGauge(
                all,
                "holdfast_state_bytes_max",
                "The state's memory budget in bytes, of the smallest member; 0 while unknown.",
                now.stateMax());
        Points.addGauge(
                all,
                "holdfast_history_bytes",
                "Estimated heap of the history of grants, which is part of the state.",
                now.history());
        Points.addGauge(
                all,
                "holdfast_history_bytes_max",
                "Limit of the history in bytes; the oldest grants are dropped first.",
                now.historyMax());
        Points.addGauge(
                all,
                "holdfast_outcomes_bytes",
                "Estimated heap of outcomes remembered for Idempotency-Key, part of the state.",
                now.outcomes());
        Points.addGauge(
                all,
                "holdfast_outcomes_bytes_max",
                "Limit of remembered outcomes in bytes; 0 while unknown.",
                now.outcomesMax() == Long.MAX_VALUE ? 0 : now.outcomesMax());
    }

    private void machine(MetricSnapshots.Builder all) {
        Points.addHistogram(
                all, "holdfast_batch_commands", "Commands per batch.", metrics.batchCommands, 1);
        Points.addHistogram(
                all,
                "holdfast_batch_commit_seconds",
                "Time from the proposal of a batch to its application.",
                metrics.batchNanos,
                SECOND);
        CounterSnapshot.Builder sessions = CounterSnapshot.builder()
                .name("holdfast_sessions_ended")
                .help("Sessions that ended, by reason.");
        for (Event.SessionEnd reason : Event.SessionEnd.values()) {
            add(sessions, "reason", Points.label(reason), metrics.sessionEnds[reason.ordinal()]);
        }
        CounterSnapshot.Builder claims = CounterSnapshot.builder()
                .name("holdfast_claims_moved")
                .help("Status changes of claims, by the new status.");
        for (ClaimStatus status : ClaimStatus.values()) {
            if (status != ClaimStatus.WAITING) {
                add(claims, "status", status.text(), metrics.claimMoves[status.ordinal()]);
            }
        }
        all.metricSnapshot(claims.build()).metricSnapshot(sessions.build());
        counter(all, "holdfast_sessions_opened", "Sessions opened.", metrics.sessionsOpened);
        counter(
                all,
                "holdfast_keys_forgotten",
                "Keys removed as idle or deleted.",
                metrics.keysForgotten);
    }

    private void guards(MetricSnapshots.Builder all) {
        GuardMeter guards = metrics.guards();
        counter(
                all,
                "holdfast_auth_failures",
                "Requests and connections with a missing or invalid credential.",
                guards.authFailures.sum());
        CounterSnapshot.Builder limited = CounterSnapshot.builder()
                .name("holdfast_rate_limited")
                .help("Requests rejected by a rate limit, by kind of limit.");
        add(limited, "of", "address", guards.addressesLimited);
        add(limited, "of", "principal", guards.principalsLimited);
        all.metricSnapshot(limited.build());
        counter(
                all,
                "holdfast_connections_refused",
                "Connections closed immediately because a limit was reached.",
                guards.connectionsRefused());
        counter(
                all,
                "holdfast_accept_failures",
                "Connections that could not be accepted, for example for lack of descriptors.",
                guards.acceptsFailed());
        budget(all, guards.budget());
        counter(
                all,
                "holdfast_audit_lines",
                "Lines written to the audit log.",
                guards.auditWritten());
        counter(
                all,
                "holdfast_audit_dropped",
                "Lines dropped because the audit log's queue was full.",
                guards.auditDropped());
    }

    private static void budget(MetricSnapshots.Builder all, ByteBudget budget) {
        Points.addGauge(
                all,
                "holdfast_in_flight_bytes",
                "Memory held by connections, with their requests and replies, in bytes.",
                budget.heldBytes());
        Points.addGauge(
                all,
                "holdfast_in_flight_bytes_max",
                "Memory budget of connections, in bytes.",
                budget.sizes().totalBytes());
        CounterSnapshot.Builder refused = CounterSnapshot.builder()
                .name("holdfast_overload_refused")
                .help("Requests rejected and connections closed for lack of memory, by"
                        + " reason.");
        for (ByteBudget.Reason reason : ByteBudget.Reason.values()) {
            refused.dataPoint(Points.counter(
                    budget.refusals(reason), Labels.of("reason", Points.label(reason))));
        }
        all.metricSnapshot(refused.build());
    }

    private static void add(
            CounterSnapshot.Builder counter, String label, String value, LongAdder adder) {
        counter.dataPoint(Points.counter(adder.sum(), Labels.of(label, value)));
    }

    private static void counter(
            MetricSnapshots.Builder all, String name, String help, LongAdder adder) {
        counter(all, name, help, adder.sum());
    }

    private static void counter(MetricSnapshots.Builder all, String name, String help, long value) {
        all.metricSnapshot(CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(Points.counter(value, Labels.EMPTY))
                .build());
    }
}
