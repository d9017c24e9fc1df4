package io.holdfast.log.ratis;

import io.holdfast.log.Clock;
import io.holdfast.log.SyncTimes;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;

/**
 * Discards Ratis's metrics: Ratis requires an implementation, and its own starts JMX and keeps a
 * dozen histograms for each entry. The engine measures the log instead. One timer is used: it
 * measures the syncs, which nothing else in Ratis does. Loaded by its name in
 * {@code META-INF/services}.
 */
public final class NoMetrics extends MetricRegistries {

    private static final Timekeeper.Context NO_TIME = () -> 0;
    private static final Timekeeper TIMEKEEPER = () -> NO_TIME;

    /** The timer that Ratis stops when a sync has ended, even if it failed. */
    static final String SYNC_TIMER = "flushTime";

    private static final Timekeeper SYNCS = () -> {
        long beganNanos = Clock.SYSTEM.monotonicNanos();
        return () -> {
            long nanos = Clock.SYSTEM.monotonicNanos() - beganNanos;
            SyncTimes.synced(nanos);
            return nanos;
        };
    };

    private static final LongCounter COUNTER = new LongCounter() {
        @Override
        public void inc(long n) {}

        @Override
        public void dec(long n) {}

        @Override
        public long getCount() {
            return 0;
        }
    };

    private record Registry(MetricRegistryInfo info) implements RatisMetricRegistry {

        @Override
        public Timekeeper timer(String name) {
            return name.equals(SYNC_TIMER) ? SYNCS : TIMEKEEPER;
        }

        @Override
        public LongCounter counter(String name) {
            return COUNTER;
        }

        @Override
        public boolean remove(String name) {
            return true;
        }

        @Override
        public <T> void gauge(String name, Supplier<Supplier<T>> gauge) {}

        @Override
        public MetricRegistryInfo getMetricRegistryInfo() {
            return info;
        }
    }

    @Override
    public void clear() {}

    @Override
    public RatisMetricRegistry create(MetricRegistryInfo info) {
        return new Registry(info);
    }

    @Override
    public boolean remove(MetricRegistryInfo info) {
        return true;
    }

    @Override
    public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
        return Optional.empty();
    }

    @Override
    public Set<MetricRegistryInfo> getMetricRegistryInfos() {
        return Set.of();
    }

    @Override
    public Collection<RatisMetricRegistry> getMetricRegistries() {
        return List.of();
    }

    @Override
    public void addReporterRegistration(
            Consumer<RatisMetricRegistry> start, Consumer<RatisMetricRegistry> stop) {}

    @Override
    public void enableJmxReporter() {}

    @Override
    public void enableConsoleReporter(TimeDuration rate) {}
}
