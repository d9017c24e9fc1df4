package io.holdfast.server.http;

import java.util.List;

/**
 * One way of speaking with the server: its name in docs and logs, and how it words refusals.
 *
 * @param open whether its paths ask nobody who they are: no token is looked at, any Host will do,
 *     and pages of every origin may call, because knowing the path is what lets a caller in
 * @param paths further paths that its clients ask for: what is no route there is refused in its
 *     words
 */
public record Dialect(String name, ErrorShape errors, boolean open, List<String> paths) {

    public Dialect {
        paths = List.copyOf(paths);
    }

    /** A dialect behind every guard that the server has. */
    public Dialect(String name, ErrorShape errors) {
        this(name, errors, false);
    }

    public Dialect(String name, ErrorShape errors, boolean open) {
        this(name, errors, open, List.of());
    }

    /** The same, which also words the refusals below these paths. */
    public Dialect withPaths(String... more) {
        return new Dialect(name, errors, open, List.of(more));
    }
}
