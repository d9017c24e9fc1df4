package io.holdfast.rig.history;

import org.jspecify.annotations.Nullable;

/**
 * A sequential model of a resource.
 *
 * @param <S> its state; compared by its content
 */
interface Model<S> {

    S start();

    /**
     * Returns the state after an operation with this result, or null if the result is impossible in
     * the given state. An operation with an unknown result is applied as if it was done.
     */
    @Nullable
    S after(S state, Operation operation);
}
