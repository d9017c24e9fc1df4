package io.holdfast.rig.history;

import java.util.Set;

/**
 * A time in which something was wrong with some nodes.
 *
 * @param touched the nodes that it happened to
 * @param minority those of them that lost the majority and must not decide anything; empty where
 *     they were not cut off but dead or slow
 * @param beganNanos before it was made to happen
 * @param inForceNanos when it surely was so
 * @param healingNanos before it was made good
 * @param overNanos when everything was well again
 */
public record Window(
        String fault,
        Set<String> touched,
        Set<String> minority,
        long beganNanos,
        long inForceNanos,
        long healingNanos,
        long overNanos) {

    public Window {
        touched = Set.copyOf(touched);
        minority = Set.copyOf(minority);
    }

    boolean overlaps(long fromNanos, long toNanos) {
        return beganNanos <= toNanos && fromNanos <= overNanos;
    }
}
