package io.holdfast.core.value;

/**
 * The origin of a command: the member that serves the client, the member's process, and the
 * command's number in it. The answer is routed by it, and a command that was forwarded twice is
 * applied only once.
 */
public record Origin(String member, long incarnation, long sequence) {}
