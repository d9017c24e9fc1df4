package io.holdfast.core.command;

/**
 * The settings of the pools contract that decisions depend on.
 *
 * @param poolsMax pools at a time
 * @param leasesMax leases and waits for them, all pools together
 */
public record PoolsSettings(int poolsMax, int leasesMax) {

    /** What a server without any flag uses. */
    public static final PoolsSettings DEFAULT = new PoolsSettings(100_000, 2_000_000);

    public PoolsSettings {
        Limits.range("pools", poolsMax, Limits.POOLS_MAX);
        Limits.range("leases of pools", leasesMax, Limits.LEASES_MAX);
    }

    long digest() {
        return poolsMax * 31L + leasesMax;
    }
}
