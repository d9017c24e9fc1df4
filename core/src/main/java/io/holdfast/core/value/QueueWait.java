package io.holdfast.core.value;

/**
 * The place of a waiter in its queue, and how long it will still wait.
 *
 * @param position from one; zero if it does not wait, or stands too far back to be counted
 */
public record QueueWait(int position, Estimate estimate) {

    public static final QueueWait NONE = new QueueWait(0, Estimate.NONE);
}
