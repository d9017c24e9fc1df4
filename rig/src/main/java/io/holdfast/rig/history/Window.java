package io.holdfast.rig.history;

import java.util.Set;

/**
 * The time during which a fault affected some members.
 *
 * @param touched the affected members
 * @param minority those of them that lost the majority and must not decide anything; empty if they
 *     were not cut off but dead or slow
 * @param beganNanos before the fault was injected
 * @param inForceNanos when it was certainly in force
 * @param healingNanos before healing began
 * @param overNanos when all members were healthy again
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
