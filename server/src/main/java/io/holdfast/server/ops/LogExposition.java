package io.holdfast.server.ops;

import io.holdfast.log.GroupControl;
import io.holdfast.log.GroupControl.Member;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Publishes the metrics of the log, its disk and its group. */
final class LogExposition implements MultiCollector {

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LogMeter meter;
    private final Supplier<Readiness> readiness;

    LogExposition(LogMeter meter, Supplier<Readiness> readiness) {
        this.meter = meter;
        this.readiness = readiness;
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        Readiness now = readiness.get();
        Points.addGauge(
                all,
                "holdfast_ready",
                "1 while accepting commands.",
                now == Readiness.READY ? 1 : 0);
        Points.addGauge(
                all,
                "holdfast_storage_failed",
                "1 after the log's storage has failed; restart the server.",
                now == Readiness.STORAGE_FAILED ? 1 : 0);
        Points.addHistogram(
                all,
                "holdfast_log_sync_seconds",
                "Duration of each sync of the log.",
                meter.syncNanos,
                SECOND);
        disk(all);
        IntSupplier format = meter.format();
        if (format != null) {
            Points.addGauge(
                    all,
                    "holdfast_format_level",
                    "The format in which the log and snapshots are written.",
                    format.getAsInt());
        }
        GroupControl.Status group = meter.group();
        if (group != null) {
            group(all, group);
        }
        return all.build();
    }

    /** An unreadable disk is omitted, rather than shown as empty or full. */
    private void disk(MetricSnapshots.Builder all) {
        Path directory = meter.directory();
        if (directory == null) {
            return;
        }
        try {
            FileStore disk = Files.getFileStore(directory);
            long free = disk.getUsableSpace();
            long size = disk.getTotalSpace();
            Points.addGauge(all, "holdfast_disk_free_bytes", "Free space on the data disk.", free);
            Points.addGauge(all, "holdfast_disk_size_bytes", "Size of the data disk.", size);
        } catch (IOException e) {
            // Omitted.
        }
    }

    private static void group(MetricSnapshots.Builder all, GroupControl.Status group) {
        Points.addGauge(
                all,
                "holdfast_raft_has_leader",
                "1 while this member knows a leader.",
                group.leader() == null ? 0 : 1);
        Points.addGauge(
                all,
                "holdfast_raft_is_leader",
                "1 while this member leads.",
                group.leads() ? 1 : 0);
        Points.addGauge(all, "holdfast_raft_term", "The current Raft term.", group.term());
        Points.addGauge(
                all,
                "holdfast_raft_commit_index",
                "The last committed entry, as far as this member knows.",
                group.commitIndex());
        Points.addGauge(
                all,
                "holdfast_raft_applied_index",
                "The last entry that this member has applied.",
                group.appliedIndex());
        Points.addGauge(
                all,
                "holdfast_raft_members",
                "Members of the group.",
                group.members().size());
        members(
                all,
                "holdfast_raft_follower_lag_entries",
                "Entries that a follower is behind; reported by the leader only.",
                group,
                member -> !group.leads() || member.matchIndex() == Member.UNKNOWN
                        ? Double.NaN
                        : Math.max(0, group.commitIndex() - member.matchIndex()));
        members(
                all,
                "holdfast_raft_peer_heard_seconds",
                "Time since the last contact with a peer, if this member has contact.",
                group,
                member -> member.heardMillis() == Member.UNKNOWN
                        ? Double.NaN
                        : member.heardMillis() / 1000.0);
    }

    /** Adds a value for each other member that has one. */
    private static void members(
            MetricSnapshots.Builder all,
            String name,
            String help,
            GroupControl.Status group,
            ToDoubleFunction<Member> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        for (Member member : group.members()) {
            double known = value.applyAsDouble(member);
            if (!member.node().equals(group.node()) && !Double.isNaN(known)) {
                gauge.dataPoint(Points.gauge(known, Labels.of("peer", member.node())));
            }
        }
        all.metricSnapshot(gauge.build());
    }
}
