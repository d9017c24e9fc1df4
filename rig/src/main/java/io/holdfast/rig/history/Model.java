package io.holdfast.rig.history;

import org.jspecify.annotations.Nullable;

/**
 * What a resource does, one operation after the other.
 *
 * @param <S> its state; compared by its content
 */
interface Model<S> {

    S start();

    /**
     * The state after an operation that got this result, or null where it cannot have got it. An
     * unknown result is tried as if the operation was done.
     */
    @Nullable
    S after(S state, Operation operation);
}
