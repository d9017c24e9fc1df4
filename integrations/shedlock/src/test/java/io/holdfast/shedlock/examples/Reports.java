package io.holdfast.shedlock.examples;

import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A resource that keeps the highest fence it has seen. */
public final class Reports {

    private final BlockingQueue<Long> fences = new LinkedBlockingQueue<>();

    void write(OptionalLong fence) {
        fences.add(fence.orElseThrow());
    }

    /** Returns the fences of the written reports. */
    public BlockingQueue<Long> fences() {
        return fences;
    }
}
