package io.holdfast.server.ops;

import io.holdfast.server.net.BudgetSizes;
import io.holdfast.server.net.ByteBudget;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts rejected requests and connections, and audit lines.
 *
 * <p>Threading: any thread.
 */
public final class GuardMeter {

    final LongAdder authFailures = new LongAdder();
    final LongAdder addressesLimited = new LongAdder();
    final LongAdder principalsLimited = new LongAdder();
    private volatile LongSupplier connectionsRefused = () -> 0;
    private volatile LongSupplier acceptsFailed = () -> 0;
    private volatile ByteBudget budget =
            new ByteBudget(BudgetSizes.ofProcess(0, 0), address -> false);
    private volatile LongSupplier auditWritten = () -> 0;
    private volatile LongSupplier auditDropped = () -> 0;

    /** Counts a missing or invalid credential. */
    public void authFailed() {
        authFailures.increment();
    }

    /** Counts a request above the rate limit of its address. */
    public void addressLimited() {
        addressesLimited.increment();
    }

    /** Counts a request above the rate limit of its principal. */
    public void principalLimited() {
        principalsLimited.increment();
    }

    /** Sets the sources of the numbers of written and dropped audit lines. */
    public void audit(LongSupplier written, LongSupplier dropped) {
        auditWritten = written;
        auditDropped = dropped;
    }

    /** Sets the sources of the numbers of rejected connections and of failed accepts. */
    public void connections(LongSupplier refused, LongSupplier failed) {
        connectionsRefused = refused;
        acceptsFailed = failed;
    }

    /** Sets the source of the memory held by connections, and of rejections. */
    public void budget(ByteBudget held) {
        budget = held;
    }

    ByteBudget budget() {
        return budget;
    }

    long connectionsRefused() {
        return connectionsRefused.getAsLong();
    }

    long acceptsFailed() {
        return acceptsFailed.getAsLong();
    }

    long auditWritten() {
        return auditWritten.getAsLong();
    }

    long auditDropped() {
        return auditDropped.getAsLong();
    }
}
