package io.holdfast.server.net;

import io.netty.util.internal.PlatformDependent;

/**
 * The sizes of the connection memory budget.
 *
 * @param totalBytes for all connections together
 * @param perAddressBytes for the requests and replies of one address; an IPv6 /64 network counts as
 *     one address
 */
public record BudgetSizes(long totalBytes, long perAddressBytes) {

    /** The smallest total that can be configured. */
    public static final long TOTAL_MIN_BYTES = 1 << 20;

    /** The state and everything else use the rest of the heap. */
    private static final int HEAP_PARTS = 4;

    /** The log's buffers and pooled buffers use the rest of the direct memory. */
    private static final int DIRECT_PARTS = 2;

    /** The divisor of a half for the default share of one address. */
    private static final int ADDRESSES = 8;

    /**
     * The minimum share of one address, so that any request fits; bounded by a quarter of the
     * total.
     */
    private static final long ADDRESS_BYTES = 2 << 20;

    public BudgetSizes {
        if (totalBytes < TOTAL_MIN_BYTES || perAddressBytes <= 0 || perAddressBytes > totalBytes) {
            throw new IllegalArgumentException("memory budget too small or share too large");
        }
    }

    /** Returns the configured sizes; derives a size of 0 from the memory of this process. */
    public static BudgetSizes ofProcess(long totalBytes, long perAddressBytes) {
        long heap = Runtime.getRuntime().maxMemory();
        return of(heap, PlatformDependent.estimateMaxDirectMemory(), totalBytes, perAddressBytes);
    }

    static BudgetSizes of(long heap, long direct, long totalBytes, long perAddressBytes) {
        long derived = Math.min(heap / HEAP_PARTS, direct / DIRECT_PARTS);
        long total = totalBytes > 0 ? totalBytes : Math.max(TOTAL_MIN_BYTES, derived);
        long share = Math.max(total / 2 / ADDRESSES, Math.min(ADDRESS_BYTES, total / 4));
        return new BudgetSizes(
                total, perAddressBytes > 0 ? Math.min(perAddressBytes, total / 2) : share);
    }

    /** Returns the default for the number of connections per address. */
    public int connectionsPerAddress(boolean tls) {
        int each = tls ? ByteBudget.TLS_CONNECTION_BYTES : ByteBudget.CONNECTION_BYTES;
        return (int) Math.clamp(halfBytes() / ADDRESSES / each, 1, Binding.CONNECTIONS_CEILING);
    }

    /** Half for connections, the other half for their requests and replies. */
    long halfBytes() {
        return totalBytes / 2;
    }

    /** For the requests and replies of clients that have not authenticated. */
    long strangerBytes() {
        return totalBytes / 4;
    }
}
