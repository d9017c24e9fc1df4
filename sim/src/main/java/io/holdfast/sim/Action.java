package io.holdfast.sim;

/**
 * One step of a run.
 *
 * @param id the number of the call, which stays the same when other steps are removed from the list
 * @param gapNanos the time that passes before the step
 * @param sameBatch whether it goes into the same batch as the previous step
 */
record Action(int id, long gapNanos, boolean sameBatch, Ask ask) {}
