package io.holdfast.client.http;

/** Where a call sends its next attempt. */
enum Retry {
    ANYWHERE,
    /** At the same member. */
    HERE,
    NEVER
}
