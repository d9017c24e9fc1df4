package io.holdfast.core.command;

import io.holdfast.core.value.Limits;

/**
 * The settings of the claims API; part of {@link Settings}.
 *
 * @param graceNanos how long an expired claim stays active and renewable if no other claim waits
 * @param keepNanos how long a finished claim stays listed
 * @param keptMax maximum finished claims per tenant that stay listed; the oldest are removed first
 * @param liveMax maximum active and waiting claims per tenant
 * @param dataBytesMax maximum size of one user value
 * @param dataBytesTotalMax maximum total size of user values per tenant
 */
public record ClaimsSettings(
        long graceNanos,
        long keepNanos,
        int keptMax,
        int liveMax,
        int dataBytesMax,
        long dataBytesTotalMax) {

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** The defaults of a server without flags. */
    public static final ClaimsSettings DEFAULT = new ClaimsSettings(
            SECOND_NANOS / 10, 7 * 86_400 * SECOND_NANOS, 200_000, 1_000_000, 64 << 10, 256L << 20);

    public ClaimsSettings {
        Limits.check(graceNanos >= 0, "the grace of claims must not be negative");
        Limits.check(keepNanos > 0, "finished claims must be kept for longer than zero");
        Limits.range("kept claims", keptMax, Limits.CLAIMS_MAX);
        Limits.range("live claims", liveMax, Limits.CLAIMS_MAX);
        Limits.range("bytes of user data", dataBytesMax, Limits.CLAIM_DATA_BYTES_MAX);
        Limits.check(
                dataBytesTotalMax >= dataBytesMax,
                "all user data together must have room for the largest");
    }

    /** Returns a hash that is the same in every process and every Java version. */
    long digest() {
        long hash = graceNanos;
        hash = hash * 31 + keepNanos;
        hash = hash * 31 + keptMax;
        hash = hash * 31 + liveMax;
        return (hash * 31 + dataBytesMax) * 31 + dataBytesTotalMax;
    }
}
