package io.holdfast.rig.speak;

import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result.Granted;

import java.util.Random;
import java.util.function.BooleanSupplier;

/** A client that acquires and releases a lock of its own as fast as it is answered. */
public final class Pairs implements Runnable {

    /**
     * Locks get new names regularly, because a history of one lock must stay short enough to check.
     */
    private static final int PAIRS_EACH = 500;

    private static final int TTL_SECONDS = 30;

    private final Fleet fleet;
    private final int number;
    private final Random random;
    private final BooleanSupplier enough;

    public Pairs(Fleet fleet, int number, long seed, BooleanSupplier enough) {
        this.fleet = fleet;
        this.number = number;
        this.random = new Random(seed);
        this.enough = enough;
    }

    @Override
    public void run() {
        try (LockSpeaker speaker = new LockSpeaker(fleet, number, random)) {
            for (int pair = 0; !enough.getAsBoolean(); pair++) {
                Resource resource = speaker.own(pair / PAIRS_EACH);
                Operation taken = speaker.acquire(resource, TTL_SECONDS, 0);
                if (taken != null && taken.result() instanceof Granted granted) {
                    speaker.release(resource, granted.fence());
                }
            }
        } catch (RuntimeException e) {
            fleet.findings().add(Kind.ANSWER, "a client failed: " + e);
        }
    }
}
