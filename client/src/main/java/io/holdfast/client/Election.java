package io.holdfast.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Elects one client among those that take part under the same name, and another one when it is
 * lost. The candidates stand in one queue.
 *
 * <p>For example: {@snippet file="ElectionExamples.java" region="election"}
 *
 * <p>Both callbacks run on the election's own thread, one after the other: {@code onElected} has to
 * return, so that the loss can be reported. Work that must not outlive the leadership checks
 * {@link Lease#isHeldNow()} or carries the {@link Lease#fence()}.
 */
public final class Election implements AutoCloseable {

    private static final long PAUSE_MILLIS = 1_000;

    private final ClientContext context;
    private final DistributedLock lock;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Consumer<Lease> elected = lease -> {};
    private volatile Consumer<Loss> lost = loss -> {};
    private volatile Consumer<HoldfastException> problem = Election::log;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Lease lease;
    private volatile CountDownLatch over = new CountDownLatch(0);
    private volatile boolean closed;

    Election(ClientContext context, DistributedLock lock) {
        this.context = context;
        this.lock = lock;
    }

    /** Sets what happens when this client becomes the leader. */
    public Election onElected(Consumer<Lease> callback) {
        elected = callback;
        return this;
    }

    /** Sets what happens when the leadership is lost. The client then takes part again. */
    public Election onLost(Consumer<Loss> callback) {
        lost = callback;
        return this;
    }

    /**
     * Sets what happens after each attempt to take part that failed, for instance because no member
     * answers or the token is invalid. The client tries again after a second. Without this the
     * problem is logged with {@link System.Logger} as a warning.
     */
    public Election onProblem(Consumer<HoldfastException> callback) {
        problem = callback;
        return this;
    }

    /** Begins to take part, in the background, even if no member answers yet. */
    public Election start() {
        context.checkOpen();
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("the election was already started");
        }
        context.onClose(this);
        Thread runner = new Thread(this::run, "holdfast-election-" + lock.name());
        runner.setDaemon(true);
        thread = runner;
        runner.start();
        return this;
    }

    /** Returns true if this client is certainly the leader at this moment. */
    public boolean isLeader() {
        Lease current = lease;
        return current != null && current.isHeldNow();
    }

    /** Returns the lease of the leadership, or null if this client is not the leader. */
    public @Nullable Lease lease() {
        return isLeader() ? lease : null;
    }

    private void run() {
        while (!closed && !context.isClosed()) {
            try {
                takePart();
            } catch (InterruptedException e) {
                // Only close() interrupts, and the loop checks for it.
            }
        }
    }

    /** Waits for the leadership and leads; after a problem only pauses. */
    private void takePart() throws InterruptedException {
        Lease won;
        try {
            won = lock.acquire(Duration.ofNanos(LockProtocol.FOREVER_NANOS)).orThrow();
        } catch (RuntimeException e) {
            if (closed || context.isClosed()) {
                return;
            }
            // A supplier of tokens may throw anything.
            HoldfastException reported = e instanceof HoldfastException known
                    ? known
                    : new HoldfastException(HoldfastException.UNAVAILABLE, 0, String.valueOf(e));
            tell(() -> problem.accept(reported));
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            return;
        }
        lead(won);
    }

    private static void log(HoldfastException problem) {
        System.getLogger(Election.class.getName())
                .log(System.Logger.Level.WARNING, "cannot take part: " + problem.getMessage());
    }

    private void lead(Lease won) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        over = end;
        lease = won;
        won.onLost(loss -> end.countDown());
        try {
            if (closed) {
                return;
            }
            tell(() -> elected.accept(won));
            end.await();
            Loss loss = won.loss();
            if (loss != null) {
                tell(() -> lost.accept(loss));
            }
        } finally {
            lease = null;
            won.release();
        }
    }

    private static void tell(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, e);
        }
    }

    /** Stops taking part and releases the leadership; {@code onLost} is not called. */
    @Override
    public void close() {
        closed = true;
        context.forget(this);
        over.countDown();
        Thread runner = thread;
        Lease current = lease;
        if (runner != null) {
            runner.interrupt();
        }
        if (current != null) {
            current.release();
        }
    }
}
