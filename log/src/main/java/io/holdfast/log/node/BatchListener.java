package io.holdfast.log.node;

/** Told of a batch of this node when it is applied. */
@FunctionalInterface
public interface BatchListener {

    /** @param nanos how long it took from when it was proposed */
    void applied(int commands, long nanos);
}
