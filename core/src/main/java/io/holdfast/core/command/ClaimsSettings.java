package io.holdfast.core.command;

/**
 * What the rules of claims depend on; a part of {@link Settings}.
 *
 * @param graceNanos how long a lapsed claim for which nobody waits stays active and renewable
 * @param keepNanos how long a finished claim stays listed
 * @param keptMax how many finished claims of a tenant stay listed; the oldest go first
 * @param liveMax how many claims of a tenant are active or waiting at a time
 * @param dataBytesMax the largest value of a user
 * @param dataBytesTotalMax all values of a tenant's claims together
 */
public record ClaimsSettings(
        long graceNanos,
        long keepNanos,
        int keptMax,
        int liveMax,
        int dataBytesMax,
        long dataBytesTotalMax) {

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** What a server without any flag uses. */
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

    /** A hash that is the same in every process and every version of Java. */
    long digest() {
        long hash = graceNanos;
        hash = hash * 31 + keepNanos;
        hash = hash * 31 + keptMax;
        hash = hash * 31 + liveMax;
        return (hash * 31 + dataBytesMax) * 31 + dataBytesTotalMax;
    }
}
