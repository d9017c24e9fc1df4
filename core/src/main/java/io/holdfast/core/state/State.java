package io.holdfast.core.state;

import io.holdfast.core.Verify;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.Format;
import io.holdfast.core.event.Event;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Refusal;

import org.jspecify.annotations.Nullable;

/**
 * What all parts of the machine share: the instant, the counters, the deadlines, the hash of the
 * state and the running snapshot's epoch.
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

    /** What may be counted until nothing new is created; zero without a bound. */
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

    /** Log time: never goes back. */
    public long nowNanos() {
        return nowNanos;
    }

    /** The leader's wall clock, for display alone. */
    public long wallMillis() {
        return wallMillis;
    }

    public void moveTo(long nowNanos, long wallMillis) {
        this.nowNanos = Math.max(this.nowNanos, nowNanos);
        this.wallMillis = wallMillis;
    }

    /** An instant that far from now, or never where the sum does not fit. */
    public long after(long nanos) {
        long sum = nowNanos + nanos;
        return sum < nowNanos ? Timed.NEVER : sum;
    }

    /** A number for a new row. */
    public long nextNumber() {
        return ++numbers;
    }

    public long numbers() {
        return numbers;
    }

    public void numbers(long numbers) {
        this.numbers = numbers;
    }

    /** The format level: which format of the log and of snapshots is written. */
    public int format() {
        return format;
    }

    /** Raises the level; it never goes back. */
    public void raiseFormat(int to) {
        format = Math.max(format, to);
    }

    /** Must be called before a row changes: a running snapshot may still need it as it was. */
    public void touch(Row row) {
        if (snapshotting && row.epoch != epoch) {
            ByteWriter copy = new ByteWriter(128, snapshotFormat);
            row.write(copy);
            row.frozen = copy.toBytes();
            row.epoch = epoch;
        }
    }

    /** Must be called after something changed, so that the hash of the state follows. */
    public void changed(Timed row) {
        long now = row.digest();
        hash += now - row.hash;
        row.hash = now;
    }

    /** Must be called once for each new row, when all of it is there. */
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

    /** Must be called where a row, or an index beside the rows, takes that much more heap. */
    public void resized(long change) {
        bytes += change;
    }

    /** An estimate of the heap that all rows take. */
    public long bytes() {
        return bytes;
    }

    /** The memory budget; zero where there is none. */
    public long bytesMax() {
        return bytesMax;
    }

    public void bytesMax(long newMax) {
        bytesMax = newMax;
    }

    /** Rejects new rows of so many bytes if the budget has no room; null if it has. */
    public @Nullable Refusal refuseBytes(long more) {
        return hasRoom(more) ? null : Refusal.STATE_FULL;
    }

    /** The last sixteenth is left to releases, renewals and their remembered outcomes. */
    public boolean hasRoom(long more) {
        return bytesMax == 0 || more <= 0 || bytes + more <= bytesMax - bytesMax / RESERVE;
    }

    /** The sum over all rows, mixed with the counters by the machine. */
    public long hash() {
        return hash;
    }

    public int epoch() {
        return epoch;
    }

    void beginSnapshot() {
        Verify.that(!snapshotting, "one snapshot at a time");
        epoch++;
        snapshotFormat = format;
        snapshotting = true;
    }

    void endSnapshot() {
        snapshotting = false;
    }
}
