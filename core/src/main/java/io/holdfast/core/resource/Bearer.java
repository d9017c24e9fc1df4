package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;

/**
 * The holder of grants in APIs without sessions: any client that knows a grant's secret. It never
 * ends, so it keeps no lists of its grants and waiters.
 */
public final class Bearer extends Holder {

    /** Not the number of any session: those start above it. */
    public static final long NUMBER = 0;

    /** The only instance, because a bearer has no state. */
    public static final Bearer ANYONE = new Bearer();

    private Bearer() {
        super(NUMBER);
    }

    @Override
    public boolean overAt(long nowNanos) {
        return false;
    }

    @Override
    boolean listed() {
        return false;
    }

    @Override
    public Due due() {
        throw new IllegalStateException("a bearer has no deadline");
    }

    @Override
    protected long heapBytes() {
        return 0;
    }

    @Override
    protected long digest() {
        throw new IllegalStateException("a bearer is not a row of the state");
    }

    @Override
    public void write(ByteWriter out) {
        throw new IllegalStateException("a bearer is not a row of the state");
    }
}
