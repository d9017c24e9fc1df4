package io.holdfast.core.resource;

import io.holdfast.core.state.Index;

import org.jspecify.annotations.Nullable;

/** Finds waiters by their numbers, so that removing one does not walk its queue. */
final class WaiterIndex extends Index<Waiter> {

    @Nullable
    Waiter find(long number) {
        int slot = start(hash(number));
        while (true) {
            Waiter waiter = at(slot);
            if (waiter == null || waiter.number() == number) {
                return waiter;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(Waiter waiter) {
        return hash(waiter.number());
    }

    private static int hash(long number) {
        return (int) (number * 0x9E3779B97F4A7C15L >>> 32);
    }
}
