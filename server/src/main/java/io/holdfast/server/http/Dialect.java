package io.holdfast.server.http;

/**
 * One way of speaking with the server: its name in docs and logs, and how it words refusals.
 *
 * @param open whether its paths ask nobody who they are: no token is looked at, any Host will do,
 *     and pages of every origin may call, because knowing the path is what lets a caller in
 */
public record Dialect(String name, ErrorShape errors, boolean open) {

    /** A dialect behind every guard that the server has. */
    public Dialect(String name, ErrorShape errors) {
        this(name, errors, false);
    }
}
