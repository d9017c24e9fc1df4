package io.holdfast.shedlock;

import io.holdfast.client.DistributedLock;
import io.holdfast.client.FixedLease;
import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * A lock that was taken. The server counts leases in whole seconds, so each lease is rounded up;
 * while the process lives, it releases the lock at the exact time.
 */
final class HoldfastSimpleLock extends AbstractSimpleLock {

    private static final Logger LOG = System.getLogger(HoldfastLockProvider.class.getName());

    private final Holdfast client;
    private final Holding holding;
    private final FixedLease lease;
    private final Term term;

    /** Set by the first of unlock, extend and the end of the lease. */
    private final AtomicBoolean over = new AtomicBoolean();

    HoldfastSimpleLock(
            Holdfast client, LockConfiguration configuration, Holding holding, Term term) {
        super(configuration);
        this.client = client;
        this.holding = holding;
        this.lease = holding.lease();
        this.term = term;
        holding.lastsFor(term);
        releaseAfter(term.atMost(), () -> over.compareAndSet(false, true));
    }

    @Override
    protected void doUnlock() {
        Duration left = term.leftAtLeast();
        boolean inTime = over.compareAndSet(false, true);
        try {
            boolean held = inTime && end(left);
            holding.end();
            if (!held) {
                LOG.log(
                        Logger.Level.WARNING,
                        "the lock {0} was lost before it was unlocked: its time was over after {1},"
                                + " or an operator broke it",
                        lease.key(),
                        term.atMost());
            }
        } catch (HoldfastException e) {
            over.set(!inTime);
            throw new LockException(
                    "cannot unlock " + lease.key() + ", which ends after lockAtMostFor: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Ends the lock after this time; false if it is not held any more. */
    private boolean end(Duration left) {
        if (left.isZero()) {
            return release();
        }
        boolean held = renew(left);
        releaseAfter(left, () -> true);
        return held;
    }

    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration next) {
        if (!over.compareAndSet(false, true)) {
            return Optional.empty();
        }
        try {
            if (term.leftAtMost().isZero()) {
                release();
                return Optional.empty();
            }
            Term longer = Term.of(next);
            if (!renew(longer.atMost())) {
                return Optional.empty();
            }
            return Optional.of(new HoldfastSimpleLock(client, next, holding, longer));
        } catch (HoldfastException e) {
            over.set(false);
            throw new LockException("cannot extend " + lease.key() + ": " + e.getMessage(), e);
        }
    }

    /** Releases at a time that is not a whole number of seconds, unless the lock ended before. */
    private void releaseAfter(Duration delay, BooleanSupplier condition) {
        if (delay.getNano() == 0) {
            return;
        }
        Executor later = CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
        later.execute(() -> {
            if (condition.getAsBoolean()) {
                releaseQuietly();
            }
        });
    }

    private void releaseQuietly() {
        try {
            release();
        } catch (HoldfastException | IllegalStateException e) {
            LOG.log(
                    Logger.Level.DEBUG,
                    "the lock {0} ends less than a second late: {1}",
                    lease.key(),
                    e.getMessage());
        }
    }

    private boolean renew(Duration ttl) {
        try {
            lock().withTtl(ttl).renew(lease.token());
            return true;
        } catch (HoldfastException e) {
            if (e.code().equals("not_held")) {
                return false;
            }
            throw e;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private boolean release() {
        try {
            return lock().release(lease.token());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static LockException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new LockException("the thread was interrupted", e);
    }

    private DistributedLock lock() {
        return client.lock(lease.key());
    }
}
