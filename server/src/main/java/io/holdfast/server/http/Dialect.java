package io.holdfast.server.http;

import java.util.List;

/**
 * One API of the server: its name in docs and logs, and its error formats.
 *
 * @param open whether its paths skip authentication, the Host guard and the origin check, because
 *     knowing the path is the authorization
 * @param paths additional paths of its clients: errors for unknown routes there use its format
 */
public record Dialect(
        String name, ErrorShape errors, RefusalShape refusals, boolean open, List<String> paths) {

    public Dialect {
        paths = List.copyOf(paths);
    }

    /** An API behind all guards. */
    public Dialect(String name, ErrorShape errors, RefusalShape refusals) {
        this(name, errors, refusals, false, List.of());
    }

    /** Returns a copy without guards. */
    public Dialect opened() {
        return new Dialect(name, errors, refusals, true, paths);
    }

    /** Returns a copy that also formats the errors below these paths. */
    public Dialect withPaths(String... more) {
        return new Dialect(name, errors, refusals, open, List.of(more));
    }
}
