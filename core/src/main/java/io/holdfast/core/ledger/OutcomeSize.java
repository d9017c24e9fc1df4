package io.holdfast.core.ledger;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.ClaimRefused;
import io.holdfast.core.outcome.Outcome.Claimed;
import io.holdfast.core.outcome.Outcome.Done;
import io.holdfast.core.outcome.Outcome.EntityLockRefused;
import io.holdfast.core.outcome.Outcome.EntityLocked;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.outcome.Outcome.EntityRegistrationRefused;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.outcome.Outcome.Granted;
import io.holdfast.core.outcome.Outcome.Lent;
import io.holdfast.core.outcome.Outcome.LockRefused;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.outcome.Outcome.NotHeld;
import io.holdfast.core.outcome.Outcome.Opened;
import io.holdfast.core.outcome.Outcome.Pool;
import io.holdfast.core.outcome.Outcome.PoolRefused;
import io.holdfast.core.outcome.Outcome.Queued;
import io.holdfast.core.outcome.Outcome.Refused;
import io.holdfast.core.outcome.Outcome.Renewed;
import io.holdfast.core.outcome.Outcome.TimedOut;
import io.holdfast.core.outcome.Outcome.Unknown;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeVersion;

import org.jspecify.annotations.Nullable;

/** Estimates the heap size of a remembered outcome. */
final class OutcomeSize {

    private static final int ESTIMATE = 40;

    private OutcomeSize() {}

    static int of(Outcome outcome) {
        return switch (outcome) {
            case TimedOut o -> o.estimate().known() ? 16 + ESTIMATE : 0;
            case Done _, Unknown _, Refused _ -> 0;
            case NotHeld _, LockRefused _, PoolRefused _ -> 0;
            case Queued o -> 24 + (o.estimate().known() ? ESTIMATE : 0);
            case Renewed _, Pool _ -> 24;
            case Granted _ -> 56;
            case Opened _, Lent _ -> 64;
            case Claimed _ -> 96;
            case ClaimRefused _ -> 32;
            case EntityLocked o -> 96 + HeapSize.list(o.lock().scopes());
            case EntityMissing o -> 32 + HeapSize.text(o.actualType());
            case EntityLockRefused _ -> 32;
            case EntityWriteRefused o -> 32 + HeapSize.text(o.entity());
            case EntityRegistrationRefused o -> 32 + HeapSize.text(o.parent());
            case NodeChanged o -> 32 + lease(o.lease()) + node(o.node());
            case NodeRefused o -> 32 + lease(o.holder()) + HeapSize.text(o.word());
        };
    }

    private static int lease(@Nullable NodeLease lease) {
        return lease == null
                ? 0
                : 64
                        + HeapSize.text(lease.id())
                        + HeapSize.text(lease.by())
                        + HeapSize.text(lease.byName())
                        + HeapSize.text(lease.session());
    }

    /** Counts the whole text, because the node itself may have a different one by now. */
    private static int node(@Nullable NodeVersion node) {
        return node == null ? 0 : HeapSize.view(node);
    }
}
