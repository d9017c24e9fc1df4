package io.holdfast.log;

/**
 * What a leader knows about a member process that it declares lost.
 *
 * @param term the leader's term
 * @param undeliveredSinceNanos the process has not delivered, and will not deliver, any grant that
 *     was made in this term at or after this log time
 */
public record LostMember(long term, long undeliveredSinceNanos) {}
