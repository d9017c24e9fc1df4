package io.holdfast.client;

import java.net.URI;

/**
 * The state of one member.
 *
 * @param alive whether its process answers
 * @param ready whether it serves requests
 * @param status {@code ok}, another status that the member reports, or {@code unreachable}
 * @param detail what it waits for, or why it cannot be reached; may be empty
 */
public record MemberHealth(
        URI address, boolean alive, boolean ready, String status, String detail) {}
