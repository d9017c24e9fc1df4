package io.holdfast.server.net;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one memory budget for all connections, HTTP and line protocol alike. One half is for the
 * connections themselves, which covers their small requests. The other half is for unanswered
 * requests and unread replies; unauthenticated clients may fill half of it. So neither group can
 * lock out the other. Each address has a share of both halves.
 *
 * <p>Threading: any thread.
 */
public final class ByteBudget {

    /** The cost of an idle connection, including the first step of its buffers. */
    static final int CONNECTION_BYTES = 8 << 10;

    /**
     * The same over TLS; the TLS engine and partial records are not measured, so this covers them.
     */
    static final int TLS_CONNECTION_BYTES = 48 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ByteBudget.class);
    private static final long LOG_EVERY_NANOS = 60_000_000_000L;

    /** Why a request or connection was rejected. */
    public enum Reason {
        /** All connections together have reached the budget. */
        TOTAL("memory budget of all connections"),
        /** The connections of one address have reached its share. */
        ADDRESS("memory budget of one address"),
        /** The JVM had no direct memory for a buffer. */
        DIRECT_MEMORY("direct memory");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final BudgetSizes sizes;
    private final Predicate<InetAddress> proxies;
    private final AtomicLong byConnections = new AtomicLong();
    private final AtomicLong byRequests = new AtomicLong();
    private final ConcurrentHashMap<String, Share> shares = new ConcurrentHashMap<>();
    private final LongAdder[] refused = new LongAdder[Reason.values().length];
    private final AtomicLong[] nextLogNanos = new AtomicLong[Reason.values().length];

    /**
     * @param proxies trusted proxies, which stand for many clients and so have no share of their
     *     own
     */
    public ByteBudget(BudgetSizes sizes, Predicate<InetAddress> proxies) {
        this.sizes = sizes;
        this.proxies = proxies;
        for (int i = 0; i < refused.length; i++) {
            refused[i] = new LongAdder();
            nextLogNanos[i] = new AtomicLong(System.nanoTime());
        }
    }

    public BudgetSizes sizes() {
        return sizes;
    }

    /** Returns the bytes held now. */
    public long heldBytes() {
        return byConnections.get() + byRequests.get();
    }

    public long refusals(Reason reason) {
        return refused[reason.ordinal()].sum();
    }

    /** Returns whether the address is a trusted proxy, which stands for many clients. */
    boolean isProxy(InetAddress address) {
        return proxies.test(address);
    }

    /** Counts a connection; returns whether it fits. The caller must call leave in either case. */
    boolean enter(int bytes) {
        boolean entered = byConnections.addAndGet(bytes) <= sizes.halfBytes();
        if (!entered) {
            refused(Reason.TOTAL);
        }
        return entered;
    }

    void leave(int bytes) {
        byConnections.addAndGet(-bytes);
    }

    /** Returns the share of an address; each caller must give it back exactly once. */
    Share take(InetAddress address) {
        String sender = Remote.sender(address);
        long maxBytes = isProxy(address) ? sizes.halfBytes() : sizes.perAddressBytes();
        return shares.compute(sender, (same, share) -> {
            Share taken = share == null ? new Share(same, maxBytes) : share;
            taken.takers++;
            return taken;
        });
    }

    void giveBack(Share share) {
        shares.computeIfPresent(share.sender, (same, known) -> --known.takers == 0 ? null : known);
    }

    int shares() {
        return shares.size();
    }

    /** Adds bytes; returns null, or the reason if they do not fit. */
    @Nullable
    Reason grow(Share share, long bytes, boolean known) {
        long ceiling = known ? sizes.halfBytes() : sizes.strangerBytes();
        if (byRequests.addAndGet(bytes) > ceiling) {
            byRequests.addAndGet(-bytes);
            return Reason.TOTAL;
        }
        if (share.held.addAndGet(bytes) > share.maxBytes) {
            shrink(share, bytes);
            return Reason.ADDRESS;
        }
        return null;
    }

    void shrink(Share share, long bytes) {
        byRequests.addAndGet(-bytes);
        share.held.addAndGet(-bytes);
    }

    /** Moves counted bytes from one address to another. */
    void move(Share from, Share to, long bytes) {
        from.held.addAndGet(-bytes);
        to.held.addAndGet(bytes);
    }

    /** Counts a rejection, and logs it at most once a minute per reason. */
    void refused(Reason reason) {
        refused[reason.ordinal()].increment();
        long now = System.nanoTime();
        AtomicLong next = nextLogNanos[reason.ordinal()];
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + LOG_EVERY_NANOS)) {
            LOG.warn(
                    "{} exhausted: rejected a request or closed a connection,"
                            + " held_bytes={} budget_bytes={} (see"
                            + " docs/operating/memory.md)",
                    reason.text,
                    heldBytes(),
                    sizes.totalBytes());
        }
    }

    /** The bytes that the connections of one address hold together. */
    static final class Share {
        private final String sender;
        private final long maxBytes;
        private final AtomicLong held = new AtomicLong();
        private int takers;

        private Share(String sender, long maxBytes) {
            this.sender = sender;
            this.maxBytes = maxBytes;
        }
    }
}
