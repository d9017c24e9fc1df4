package io.holdfast.rig.history;

import io.holdfast.rig.history.Result.Granted;

import org.jspecify.annotations.Nullable;

/**
 * The holder of a resource with one slot. A lease may have ended once its time has passed, but need
 * not have, because a change of leader extends it. A refused new request proves nothing, because
 * clients may be queued before a free slot.
 */
final class HolderModel implements Model<HolderModel.Held> {

    /** A holder whose grant was not acknowledged. */
    private static final long SOMEBODY = -1;

    private static final Held NOBODY = new Held(0, 0);

    /** It may end at any time, because the server may consider its client gone. */
    private static final Held LOST_TO_SOMEBODY = new Held(SOMEBODY, Long.MIN_VALUE);

    /** The holder's fence, and the earliest time at which its lease may have ended. */
    record Held(long fence, long endNanos) {}

    /** A grant from before the history may still exist. */
    @Override
    public Held start() {
        return LOST_TO_SOMEBODY;
    }

    @Override
    public @Nullable Held after(Held held, Operation operation) {
        return switch (operation.action()) {
            case Action.Acquire _, Action.Enqueue _, Action.Collect _ -> granted(held, operation);
            case Action.Renew renew -> renewed(held, operation, renew);
            case Action.Release release -> released(held, operation, release.fence());
            case Action.Look _ -> seen(held, operation);
            case Action.Leave _ -> NOBODY;
            case Action.Withdraw _, Action.Validate _, Action.Write _, Action.Read _ -> held;
        };
    }

    private static @Nullable Held granted(Held held, Operation operation) {
        return switch (operation.result()) {
            case Granted granted -> {
                long fromNanos = granted.leaseFromNanos() == 0
                        ? operation.invokedNanos()
                        : granted.leaseFromNanos();
                Held next = new Held(granted.fence(), fromNanos + granted.ttlNanos());
                yield free(held, operation) || held.fence() == granted.fence() ? next : null;
            }
            case Result.Unknown _ -> free(held, operation) ? LOST_TO_SOMEBODY : held;
            case Result.Queued _,
                    Result.Done _,
                    Result.Refused _,
                    Result.Seen _,
                    Result.Value _,
                    Result.NotSent _ -> held;
        };
    }

    private static @Nullable Held renewed(Held held, Operation operation, Action.Renew renew) {
        boolean own = held.fence() == renew.fence();
        Held longer = new Held(renew.fence(), operation.invokedNanos() + renew.ttlNanos());
        return switch (operation.result()) {
            case Result.Done _ -> own ? longer : null;
            case Result.Refused _ -> own ? over(held, operation) : held;
            case Result.Unknown _ -> own ? longer : held;
            case Granted _, Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ ->
                held;
        };
    }

    private static @Nullable Held released(Held held, Operation operation, long fence) {
        boolean own = held.fence() == fence;
        return switch (operation.result()) {
            case Result.Done _ -> own ? NOBODY : null;
            case Result.Refused _ -> own ? over(held, operation) : held;
            case Result.Unknown _ -> own ? NOBODY : held;
            case Granted _, Result.Queued _, Result.Seen _, Result.Value _, Result.NotSent _ ->
                held;
        };
    }

    private static @Nullable Held seen(Held held, Operation operation) {
        if (!(operation.result() instanceof Result.Seen(long fence))) {
            return held;
        }
        if (fence == 0) {
            return over(held, operation);
        }
        return held.fence() == fence || held.fence() == SOMEBODY ? held : null;
    }

    private static boolean free(Held held, Operation operation) {
        return over(held, operation) != null;
    }

    private static @Nullable Held over(Held held, Operation operation) {
        long latestNanos = operation.returnedNanos();
        boolean ended = latestNanos == Long.MAX_VALUE
                || latestNanos + Grant.MARGIN_NANOS >= held.endNanos();
        return held.fence() == 0 || ended ? NOBODY : null;
    }
}
