package io.holdfast.server.auth;

/** What a principal may do. Each includes what stands before it, except where a route says so. */
public enum Role {
    /** Sees everything of its tenant that is no secret, and changes nothing. */
    READER,
    /** Takes and gives back what is its own. */
    USER,
    /** Also takes away what others hold. */
    LOCK_BREAKER,
    /** Also says who comes in, which entities there are, and how the server runs. */
    ADMIN
}
