package io.holdfast.client;

import org.jspecify.annotations.Nullable;

/**
 * Which session the client uses for calls that do not wait.
 *
 * @param existing the session of another client, or null to open one
 * @param keep whether it outlives the client
 */
record SessionChoice(@Nullable SessionInfo existing, boolean keep) {}
