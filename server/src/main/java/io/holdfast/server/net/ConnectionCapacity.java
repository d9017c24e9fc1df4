package io.holdfast.server.net;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The maximum number of connections of the process, HTTP and line protocol together. Each needs
 * memory and a file descriptor, and the log needs descriptors too.
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

    /** Returns the limit by file descriptors, less a reserve, and by the memory of the process. */
    public static ConnectionCapacity ofProcess() {
        return ofProcess(new ByteBudget(BudgetSizes.ofProcess(0, 0), address -> false));
    }

    /** Returns the limit by file descriptors, less a reserve, and by the budget. */
    public static ConnectionCapacity ofProcess(ByteBudget budget) {
        return new ConnectionCapacity(Descriptors.connectionsMax(), budget);
    }

    ByteBudget budget() {
        return budget;
    }

    /** Counts a connection that was closed without a reply because a limit was reached. */
    void refused() {
        refused.increment();
    }

    /** Counts a connection that could not be accepted, for example for lack of file descriptors. */
    void acceptFailed() {
        acceptFailures.increment();
    }

    public long refusals() {
        return refused.sum();
    }

    public long acceptFailures() {
        return acceptFailures.sum();
    }

    /** Counts a connection; returns whether it fits. The caller must call leave in either case. */
    boolean enter(int bytes) {
        boolean entered = connections.incrementAndGet() <= connectionsMax;
        return budget.enter(bytes) && entered;
    }

    void leave(int bytes) {
        connections.decrementAndGet();
        budget.leave(bytes);
    }
}
