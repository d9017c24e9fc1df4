package io.holdfast.spring;

import io.holdfast.client.Lease;

import org.springframework.integration.leader.Context;

/** One leadership, from its grant to its end. A later one of the same candidate has another. */
public final class HoldfastLeaderContext implements Context {

    private final Lease lease;
    private final String role;
    private final Runnable onYield;
    private volatile boolean over;

    HoldfastLeaderContext(Lease lease, String role, Runnable onYield) {
        this.lease = lease;
        this.role = role;
        this.onYield = onYield;
    }

    /** Returns true if this leadership certainly lasts at this moment. */
    @Override
    public boolean isLeader() {
        return !over && lease.isHeldNow();
    }

    /** Gives the leadership up to the next candidate and takes part again behind the others. */
    @Override
    public void yield() {
        over = true;
        onYield.run();
    }

    @Override
    public String getRole() {
        return role;
    }

    /**
     * Returns the fence of this leadership. Give it to what the leader writes to, which then can
     * refuse a lower one.
     */
    public long fence() {
        return lease.fence();
    }

    Lease lease() {
        return lease;
    }

    boolean isOver() {
        return over || lease.loss() != null;
    }

    @Override
    public String toString() {
        return "leadership as " + role + " with the fence " + lease.fence();
    }
}
