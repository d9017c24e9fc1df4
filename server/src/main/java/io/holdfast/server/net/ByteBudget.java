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
 * The one budget for every byte that connections make the process hold, whatever they speak. One
 * half is for the connections themselves, whose small requests cost nothing beyond; the other for
 * what came and was not answered and for replies that were not taken, and of that strangers may
 * fill half. So neither keeps the other out. Each address has a share of both.
 *
 * <p>Threading: any thread.
 */
public final class ByteBudget {

    /** What a connection costs that does nothing, the first step of its buffers included. */
    static final int CONNECTION_BYTES = 8 << 10;

    /** The same over TLS, whose engine and half records are not seen from here. */
    static final int TLS_CONNECTION_BYTES = 48 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(ByteBudget.class);
    private static final long LOG_EVERY_NANOS = 60_000_000_000L;

    /** Why somebody was refused. */
    public enum Reason {
        /** All connections together hold as much as they may. */
        TOTAL("everything in flight"),
        /** The connections of one address hold as much as they may. */
        ADDRESS("what one address has in flight"),
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

    /** @param proxies addresses that stand for many clients, and so have no share of their own */
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

    /** What is held now. */
    public long heldBytes() {
        return byConnections.get() + byRequests.get();
    }

    public long refusals(Reason reason) {
        return refused[reason.ordinal()].sum();
    }

    /** Whether the address stands for many clients. */
    boolean isProxy(InetAddress address) {
        return proxies.test(address);
    }

    /** Counts a connection in; tells whether there was room. It has to leave in any case. */
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

    /** The share of an address; whoever takes it gives it back once. */
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

    /** Counts more bytes in, or says why not. */
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

    /** Moves what is counted from one address to another. */
    void move(Share from, Share to, long bytes) {
        from.held.addAndGet(-bytes);
        to.held.addAndGet(bytes);
    }

    /** Somebody was refused: counts it, and says so in the log from time to time. */
    void refused(Reason reason) {
        refused[reason.ordinal()].increment();
        long now = System.nanoTime();
        AtomicLong next = nextLogNanos[reason.ordinal()];
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + LOG_EVERY_NANOS)) {
            LOG.warn(
                    "too much: {} reached its bound, so a request was refused or a connection"
                            + " closed; {} of {} bytes are held by connections (see \"Overload\""
                            + " in docs/operating.md)",
                    reason.text,
                    heldBytes(),
                    sizes.totalBytes());
        }
    }

    /** What the connections of one address hold together. */
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
