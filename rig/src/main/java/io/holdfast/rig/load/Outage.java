package io.holdfast.rig.load;

import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** From the first answer on that the storage failed, every command must be answered so. */
public final class Outage {

    private static final String CODE = "storage_failed";

    private final AtomicLong firstToldNanos = new AtomicLong(Long.MAX_VALUE);
    private final AtomicInteger refusals = new AtomicInteger();

    void note(Request request, Reply reply, long sentNanos, long toldNanos, Findings findings) {
        boolean failed = reply.error().equals(CODE);
        if (sentNanos > firstToldNanos.get() && !failed) {
            findings.add(Kind.ANSWER, request + " after the storage failed got " + reply.line());
        }
        if (failed) {
            refusals.incrementAndGet();
            firstToldNanos.accumulateAndGet(toldNanos, Math::min);
        }
    }

    /** A new process has a new chance. */
    public void over() {
        firstToldNanos.set(Long.MAX_VALUE);
    }

    /** How many commands were refused because the storage failed. */
    public int refusals() {
        return refusals.get();
    }
}
