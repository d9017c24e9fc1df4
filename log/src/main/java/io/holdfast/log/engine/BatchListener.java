package io.holdfast.log.engine;

/** Receives each of this member's batches when it is applied. */
@FunctionalInterface
public interface BatchListener {

    /** @param nanos the time since the batch was proposed */
    void applied(int commands, long nanos);
}
