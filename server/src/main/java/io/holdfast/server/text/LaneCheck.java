package io.holdfast.server.text;

import io.holdfast.log.engine.Engine;

/**
 * States the rule that the engine's lane only decides: replies are rendered by other threads. A
 * server in memory has no thread for its lane, and then the rule does not apply.
 */
public final class LaneCheck {

    private LaneCheck() {}

    /** Returns whether the calling thread is not the lane's; made for {@code assert}. */
    public static boolean isOutside() {
        return !Thread.currentThread().getName().equals(Engine.LANE_THREAD);
    }
}
