package io.holdfast.server.http;

/** One way of speaking with the server: its name in docs and logs, and how it words refusals. */
public record Dialect(String name, ErrorShape errors) {}
