package io.holdfast.core.command;

import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.ResourceName;

/** Commands on a resource of any API, which is identified by its name. */
public sealed interface ResourceCommand<O extends ResourceOutcome> extends Command<O> {

    ResourceName name();

    /** The first of them came with format 3. */
    @Override
    default int format() {
        return Format.THIRD;
    }

    /**
     * Ends a grant that its holder has not released, and grants the slot to the next waiter.
     *
     * @param fence the grant's, so that a later grant of the same resource is not broken by mistake
     * @param reason for the audit log; no decision depends on it
     */
    record Break(ResourceName name, long fence, String reason)
            implements ResourceCommand<ResourceOutcome.Break> {}

    /**
     * Removes a waiter from the queue of a resource.
     *
     * @param waiter the number of its place
     * @param reason for the audit log; no decision depends on it
     */
    record CancelWait(ResourceName name, long waiter, String reason)
            implements ResourceCommand<ResourceOutcome.CancelWait> {

        @Override
        public int format() {
            return Format.FOURTH;
        }
    }
}
