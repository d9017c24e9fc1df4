package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;

/**
 * Whoever bears a grant's secret, where a contract knows no sessions. There is nobody who could end
 * and take grants and places along, so that no list of them is kept.
 */
public final class Bearer extends Holder {

    /** No session has it: their numbers begin above it. */
    public static final long NUMBER = 0;

    /** One is enough for all of them, because it never changes. */
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
        throw new IllegalStateException("a bearer never falls due");
    }

    @Override
    protected long heapBytes() {
        return 0;
    }

    @Override
    protected long digest() {
        throw new IllegalStateException("a bearer is no row of the state");
    }

    @Override
    public void write(ByteWriter out) {
        throw new IllegalStateException("a bearer is no row of the state");
    }
}
