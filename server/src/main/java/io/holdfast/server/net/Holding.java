package io.holdfast.server.net;

import java.net.InetAddress;

/**
 * What one connection counts for in the budget, in steps: most requests stay within the first one,
 * which its connection has paid for, and cost no counting at all.
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

    /** Whether it is more than was counted last. */
    boolean isMore(long bytes) {
        return bytes > STEP_BYTES && stepped(bytes) > counted;
    }

    /** Counts what is held now; tells whether there was room. A refusal is counted as such. */
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

    /** From now on another address pays: that of a client behind a proxy. */
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

    /** The connection is gone, with all it held. */
    void end() {
        budget.shrink(share, counted);
        counted = 0;
        budget.giveBack(share);
    }
}
