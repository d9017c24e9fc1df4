package io.holdfast.server.net;

import java.net.InetAddress;

/**
 * The bytes that one connection has counted in the budget, in steps. Most requests stay within the
 * first step, which is part of the connection's cost, and need no counting.
 *
 * <p>Threading: on the connection's event loop alone.
 */
final class Holding {

    private static final int STEP_BYTES = 4 << 10;

    private final ByteBudget budget;
    private InetAddress address;
    private ByteBudget.Share share;
    private long counted;

    Holding(ByteBudget budget, InetAddress address) {
        this.budget = budget;
        this.address = address;
        this.share = budget.take(address);
    }

    private static long stepped(long bytes) {
        return bytes <= STEP_BYTES ? 0 : (bytes - 1) / STEP_BYTES * STEP_BYTES;
    }

    /** Returns whether this is a larger step than the one counted last. */
    boolean isMore(long bytes) {
        return bytes > STEP_BYTES && stepped(bytes) > counted;
    }

    /** Counts the bytes held now; returns whether they fit. Counts a rejection if they do not. */
    boolean holds(long bytes, boolean known) {
        long now = stepped(bytes);
        if (now == counted) {
            return true;
        }
        if (now < counted) {
            budget.shrink(share, counted - now);
        } else {
            ByteBudget.Reason reason = budget.grow(share, now - counted, known);
            if (reason != null) {
                budget.refused(reason);
                return false;
            }
        }
        counted = now;
        return true;
    }

    /** Charges another address from now on: that of a client behind a proxy. */
    void chargeTo(InetAddress client) {
        if (client.equals(address)) {
            return;
        }
        ByteBudget.Share next = budget.take(client);
        budget.move(share, next, counted);
        budget.giveBack(share);
        address = client;
        share = next;
    }

    void noDirectMemory() {
        budget.refused(ByteBudget.Reason.DIRECT_MEMORY);
    }

    /** Releases everything: the connection is closed. */
    void end() {
        budget.shrink(share, counted);
        counted = 0;
        budget.giveBack(share);
    }
}
