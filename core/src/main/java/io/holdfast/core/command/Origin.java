package io.holdfast.core.command;

/**
 * Where a command came from: the node whose edge has the client, that node's process, and the
 * command's number within it. The answer goes back to it, and a command that was forwarded twice is
 * applied once by it.
 */
public record Origin(String node, long incarnation, long sequence) {}
