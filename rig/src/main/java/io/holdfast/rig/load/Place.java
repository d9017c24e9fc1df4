package io.holdfast.rig.load;

import org.jspecify.annotations.Nullable;

/** What a client knows of its place in the line of one key, taken with enqueue. */
final class Place {

    final Key key;
    final long askedNanos;
    final int ttlSeconds;

    /** When the place was acknowledged. */
    final long toldNanos;

    /** The grant that came at once, where one did. */
    final @Nullable Grant grant;

    /** Whether an answer was lost that leaves open whether the place is still there. */
    boolean perhaps;

    Place(
            Key key,
            long askedNanos,
            long toldNanos,
            int ttlSeconds,
            @Nullable Grant grant,
            boolean perhaps) {
        this.key = key;
        this.askedNanos = askedNanos;
        this.toldNanos = toldNanos;
        this.ttlSeconds = ttlSeconds;
        this.grant = grant;
        this.perhaps = perhaps;
    }
}
