package io.holdfast.client.http;

/**
 * No reply within the deadline.
 *
 * @param why what the last attempt met, for people
 * @param maybeApplied whether an attempt may have reached a member
 * @param inFlight whether a member had accepted the last attempt and did not answer yet
 */
public record Lost(String why, boolean maybeApplied, boolean inFlight) implements Result {}
