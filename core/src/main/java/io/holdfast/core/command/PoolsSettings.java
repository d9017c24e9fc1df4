package io.holdfast.core.command;

import io.holdfast.core.value.Limits;

/**
 * The settings of the pools API that decisions depend on.
 *
 * @param poolsMax maximum number of pools
 * @param leasesMax maximum leases of all pools, including waits
 */
public record PoolsSettings(int poolsMax, int leasesMax) {

    /** The defaults of a server without flags. */
    public static final PoolsSettings DEFAULT = new PoolsSettings(100_000, 2_000_000);

    public PoolsSettings {
        Limits.range("pools", poolsMax, Limits.POOLS_MAX);
        Limits.range("leases of pools", leasesMax, Limits.LEASES_MAX);
    }

    long digest() {
        return poolsMax * 31L + leasesMax;
    }
}
