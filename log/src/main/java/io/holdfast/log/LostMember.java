package io.holdfast.log;

/**
 * What a leader knows of a member's process that it declares lost.
 *
 * @param term in which the leader says so
 * @param undeliveredSinceNanos the process has not delivered any grant that was made in this term
 *     at this log time or later, and will not
 */
public record LostMember(long term, long undeliveredSinceNanos) {}
