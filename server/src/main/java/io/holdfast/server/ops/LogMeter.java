package io.holdfast.server.ops;

import io.holdfast.log.GroupControl;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the log: the duration of its syncs, its disk, and its group.
 *
 * <p>Threading: any thread.
 */
public final class LogMeter {

    private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    final Histogram syncNanos = new Histogram(
            50 * MICRO,
            100 * MICRO,
            250 * MICRO,
            500 * MICRO,
            MILLI,
            2 * MILLI,
            5 * MILLI,
            10 * MILLI,
            25 * MILLI,
            50 * MILLI,
            100 * MILLI,
            250 * MILLI,
            SECOND,
            5 * SECOND);

    private volatile @Nullable Supplier<GroupControl.Status> group;
    private volatile @Nullable Path directory;
    private volatile @Nullable IntSupplier format;

    /** Records a completed sync of the log. */
    public void synced(long nanos) {
        syncNanos.record(nanos);
    }

    /** Sets the source of the group's status. */
    public void group(Supplier<GroupControl.Status> status) {
        group = status;
    }

    /** Sets the source of the format that is written. */
    public void format(IntSupplier level) {
        format = level;
    }

    /** Sets the data directory. */
    public void directory(Path dataDir) {
        directory = dataDir;
    }

    GroupControl.@Nullable Status group() {
        Supplier<GroupControl.Status> asked = group;
        return asked == null ? null : asked.get();
    }

    @Nullable
    IntSupplier format() {
        return format;
    }

    @Nullable
    Path directory() {
        return directory;
    }
}
