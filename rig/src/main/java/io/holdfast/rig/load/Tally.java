package io.holdfast.rig.load;

import java.util.concurrent.atomic.LongAdder;

/** What a run did, in numbers. */
public final class Tally {

    public final LongAdder requests = new LongAdder();

    /** Requests whose outcome was lost with the process. */
    public final LongAdder unknown = new LongAdder();

    public final LongAdder grants = new LongAdder();
    public final LongAdder heldChecked = new LongAdder();
    public final LongAdder releasedChecked = new LongAdder();
    public final LongAdder placesChecked = new LongAdder();
    public final LongAdder sessionsChecked = new LongAdder();
    public final LongAdder repeatsChecked = new LongAdder();
    public final LongAdder keysRetaken = new LongAdder();
}
