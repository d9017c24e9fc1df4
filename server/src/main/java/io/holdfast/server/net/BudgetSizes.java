package io.holdfast.server.net;

import io.netty.util.internal.PlatformDependent;

/**
 * How large the budget of bytes in flight is.
 *
 * @param totalBytes for all connections together
 * @param perAddressBytes for the requests and replies of one address, an IPv6 network of 64 bits
 *     being one
 */
public record BudgetSizes(long totalBytes, long perAddressBytes) {

    /** The smallest total that can be asked for. */
    public static final long TOTAL_MIN_BYTES = 1 << 20;

    /** The state and everything else have the rest of the heap. */
    private static final int HEAP_PARTS = 4;

    /** The log's own buffers and what pools keep ready have the rest of the direct memory. */
    private static final int DIRECT_PARTS = 2;

    /** No address has more than this part of a half. */
    private static final int ADDRESSES = 8;

    /** What one address may hold even where memory is little, so that any request fits in. */
    private static final long ADDRESS_BYTES = 2 << 20;

    public BudgetSizes {
        if (totalBytes < TOTAL_MIN_BYTES || perAddressBytes <= 0 || perAddressBytes > totalBytes) {
            throw new IllegalArgumentException("a budget that admits nobody");
        }
    }

    /** What the memory of this process allows, where nothing else is asked for (0). */
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

    /** How many connections of one address are let in where nobody says how many. */
    public int connectionsPerAddress(boolean tls) {
        int each = tls ? ByteBudget.TLS_CONNECTION_BYTES : ByteBudget.CONNECTION_BYTES;
        return (int) Math.clamp(halfBytes() / ADDRESSES / each, 1, Binding.CONNECTIONS_CEILING);
    }

    /** For connections, and once more for their requests and replies. */
    long halfBytes() {
        return totalBytes / 2;
    }

    /** For the requests and replies of those who have not shown who they are. */
    long strangerBytes() {
        return totalBytes / 4;
    }
}
