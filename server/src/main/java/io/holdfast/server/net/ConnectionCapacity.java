package io.holdfast.server.net;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many connections the process has room for, whichever protocol they speak: each takes an open
 * file, and the log needs some too; and each takes memory.
 */
public final class ConnectionCapacity {

    private final int connectionsMax;
    private final ByteBudget budget;
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final LongAdder acceptFailures = new LongAdder();

    ConnectionCapacity(int connectionsMax, ByteBudget budget) {
        this.connectionsMax = connectionsMax;
        this.budget = budget;
    }

    /** As many as open files allow, less a reserve, and the memory that the process has. */
    public static ConnectionCapacity ofProcess() {
        return ofProcess(new ByteBudget(BudgetSizes.ofProcess(0, 0), address -> false));
    }

    /** As many as open files allow, less a reserve, and the budget. */
    public static ConnectionCapacity ofProcess(ByteBudget budget) {
        return new ConnectionCapacity(Descriptors.connectionsMax(), budget);
    }

    ByteBudget budget() {
        return budget;
    }

    /** A connection was closed without a byte, because a cap was reached. */
    void refused() {
        refused.increment();
    }

    /** A connection could not even be accepted, such as for want of open files. */
    void acceptFailed() {
        acceptFailures.increment();
    }

    public long refusals() {
        return refused.sum();
    }

    public long acceptFailures() {
        return acceptFailures.sum();
    }

    /** Counts a connection in; tells whether there was room. It has to leave in any case. */
    boolean enter(int bytes) {
        boolean entered = connections.incrementAndGet() <= connectionsMax;
        return budget.enter(bytes) && entered;
    }

    void leave(int bytes) {
        connections.decrementAndGet();
        budget.leave(bytes);
    }
}
