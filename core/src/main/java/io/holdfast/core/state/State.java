package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Verify;

import org.jspecify.annotations.Nullable;

/**
 * Shared by all parts of the machine: the log time, the counters, the deadlines, the state hash and
 * the epoch of the running snapshot.
 */
public final class State {

    private static final long RESERVE = 16;

    private final Effects effects = new Effects();
    private final Deadlines deadlines = new Deadlines();
    private long nowNanos;
    private long wallMillis;
    private long numbers;
    private long hash;
    private int format = Format.OLDEST;
    private int snapshotFormat;
    private long bytes;

    /** The limit of {@code bytes} above which new rows are rejected; zero means unlimited. */
    private long bytesMax;

    private int epoch;
    private boolean snapshotting;

    public Effects effects() {
        return effects;
    }

    public void event(Event event) {
        effects.events().add(event);
    }

    public Deadlines deadlines() {
        return deadlines;
    }

    /** Returns the log time, which never goes back. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Returns the leader's wall clock, which is for display only. */
    public long wallMillis() {
        return wallMillis;
    }

    public void moveTo(long nowNanos, long wallMillis) {
        this.nowNanos = Math.max(this.nowNanos, nowNanos);
        this.wallMillis = wallMillis;
    }

    /** Returns the time {@code nanos} from now, or never if the sum overflows. */
    public long after(long nanos) {
        long sum = nowNanos + nanos;
        return sum < nowNanos ? Timed.NEVER : sum;
    }

    /** Returns a number for a new row. */
    public long nextNumber() {
        return ++numbers;
    }

    public long numbers() {
        return numbers;
    }

    public void numbers(long numbers) {
        this.numbers = numbers;
    }

    /** Returns the format level, which selects the format of log entries and snapshots. */
    public int format() {
        return format;
    }

    /** Raises the format level. It never goes back. */
    public void raiseFormat(int to) {
        format = Math.max(format, to);
    }

    /** Must be called before a row changes: a running snapshot may need its old content. */
    public void touch(Row row) {
        if (snapshotting && row.epoch != epoch) {
            ByteWriter copy = new ByteWriter(128, snapshotFormat);
            row.write(copy);
            row.frozen = copy.toBytes();
            row.epoch = epoch;
        }
    }

    /** Must be called after a row changed, to update the state hash. */
    public void changed(Timed row) {
        long now = row.digest();
        hash += now - row.hash;
        row.hash = now;
    }

    /** Must be called once for each new row, when it is complete. */
    public void came(Timed row) {
        bytes += row.heapBytes();
        changed(row);
    }

    public void gone(Timed row) {
        deadlines.cancel(row);
        bytes -= row.heapBytes();
        hash -= row.hash;
        row.hash = 0;
    }

    /** Must be called when the heap size of a row, or of an index beside the rows, changes. */
    public void resized(long change) {
        bytes += change;
    }

    /** Returns an estimate of the heap that all rows occupy. */
    public long bytes() {
        return bytes;
    }

    /** Returns the memory budget; zero if there is none. */
    public long bytesMax() {
        return bytesMax;
    }

    public void bytesMax(long newMax) {
        bytesMax = newMax;
    }

    /** Rejects new rows of this size if the budget has no room; null if it has. */
    public @Nullable Refusal refuseBytes(long more) {
        return hasRoom(more) ? null : Refusal.STATE_FULL;
    }

    /**
     * Reserves the last sixteenth of the budget for releases, renewals and their remembered
     * outcomes.
     */
    public boolean hasRoom(long more) {
        return bytesMax == 0 || more <= 0 || bytes + more <= bytesMax - bytesMax / RESERVE;
    }

    /** Returns the sum over all rows. The machine adds the counters to it. */
    public long hash() {
        return hash;
    }

    public int epoch() {
        return epoch;
    }

    void beginSnapshot() {
        Verify.that(!snapshotting, "only one snapshot can run at a time");
        epoch++;
        snapshotFormat = format;
        snapshotting = true;
    }

    void endSnapshot() {
        snapshotting = false;
    }
}
