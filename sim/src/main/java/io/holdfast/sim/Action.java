package io.holdfast.sim;

/**
 * One step of a run.
 *
 * @param id the call's number, which stays with it when others are taken out of the list
 * @param gapNanos how much time passes before it
 * @param sameBatch whether it goes into one batch with the step before it
 */
record Action(int id, long gapNanos, boolean sameBatch, Ask ask) {}
