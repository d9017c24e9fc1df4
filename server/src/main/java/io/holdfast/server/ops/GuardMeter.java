package io.holdfast.server.ops;

import io.holdfast.server.net.BudgetSizes;
import io.holdfast.server.net.ByteBudget;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What is counted of those who are turned away, and of what is written about it.
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

    /** Somebody brought a credential that is no good, or none. */
    public void authFailed() {
        authFailures.increment();
    }

    /** An address asked for more than it may. */
    public void addressLimited() {
        addressesLimited.increment();
    }

    /** A principal asked for more than it may. */
    public void principalLimited() {
        principalsLimited.increment();
    }

    /** Says where to ask how many lines the audit log has, and how many it lacks. */
    public void audit(LongSupplier written, LongSupplier dropped) {
        auditWritten = written;
        auditDropped = dropped;
    }

    /** Says where to ask how many connections were not let in, and how many not even accepted. */
    public void connections(LongSupplier refused, LongSupplier failed) {
        connectionsRefused = refused;
        acceptsFailed = failed;
    }

    /** Says where to ask what connections hold, and what was too much. */
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
