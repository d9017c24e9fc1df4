package io.holdfast.log;

import io.holdfast.core.command.Batch;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A replica whose state and snapshot are the list of the numbers it has received. It fails if the
 * log calls it concurrently.
 */
public class RecordingReplica implements Replica {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final List<Long> numbers = new ArrayList<>();
    private final List<Long> indexes = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private boolean calledTwiceAtOnce;
    private long restoredIndex = -1;
    private int snapshots;

    /** Called for each batch, without any lock. */
    protected void heard(long index, Batch batch) {}

    @Override
    public void restore(long index, InputStream snapshot) throws IOException {
        enter();
        DataInputStream in = new DataInputStream(snapshot);
        int count = in.readInt();
        synchronized (this) {
            for (int i = 0; i < count; i++) {
                numbers.add(in.readLong());
            }
            restoredIndex = index;
        }
        leave();
    }

    /** Forgets everything received. */
    protected synchronized void clear() {
        numbers.clear();
        indexes.clear();
    }

    @Override
    public void committed(long index, Batch batch) {
        enter();
        synchronized (this) {
            indexes.add(index);
            numbers.add(Batches.number(batch));
        }
        leave();
        heard(index, batch);
    }

    @Override
    public void snapshotDue(SnapshotSink sink) {
        byte[] state = state();
        long index = indexes().getLast();
        int half = state.length / 2;
        CompletableFuture<Void> done = sink.write(java.util.Arrays.copyOfRange(state, 0, half))
                .thenCompose(nothing ->
                        sink.write(java.util.Arrays.copyOfRange(state, half, state.length)))
                .thenCompose(nothing -> sink.complete(index));
        done.whenComplete((nothing, e) -> {
            synchronized (this) {
                snapshots += e == null ? 1 : 0;
                notifyAll();
            }
        });
    }

    private synchronized byte[] state() {
        ByteBuffer state = ByteBuffer.allocate(4 + 8 * numbers.size());
        state.putInt(numbers.size());
        numbers.forEach(state::putLong);
        return state.array();
    }

    @Override
    public void failed(Throwable cause) {
        enter();
        synchronized (this) {
            failures.add(cause);
        }
        leave();
    }

    private void enter() {
        if (!busy.compareAndSet(false, true)) {
            synchronized (this) {
                calledTwiceAtOnce = true;
            }
        }
    }

    private void leave() {
        busy.set(false);
        synchronized (this) {
            notifyAll();
        }
    }

    public synchronized List<Long> numbers() {
        return List.copyOf(numbers);
    }

    public synchronized List<Long> indexes() {
        return List.copyOf(indexes);
    }

    public synchronized List<Throwable> failures() {
        return List.copyOf(failures);
    }

    public synchronized long restoredIndex() {
        return restoredIndex;
    }

    public synchronized boolean calledTwiceAtOnce() {
        return calledTwiceAtOnce;
    }

    public void awaitCount(int count) {
        await(() -> numbers.size() >= count, count + " batches");
    }

    public void awaitSnapshots(int count) {
        await(() -> snapshots >= count, count + " snapshots");
    }

    public void awaitFailure() {
        await(() -> !failures.isEmpty(), "a failure");
    }

    private synchronized void await(BooleanSupplier reached, @Nullable String what) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!reached.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("Waited in vain for " + what + ", heard " + numbers.size()
                        + " batches, " + snapshots + " snapshots, failures " + failures);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
