package io.holdfast.server;

import java.nio.file.Path;

/**
 * The storage of a server. In memory, a command is answered where it was read; on disk, it is
 * answered later by another thread.
 */
public enum Storage {
    MEMORY,
    DISK;

    /** Starts a server; only durable storage uses the directory. */
    public TestServer start(Path directory, String... flags) {
        return switch (this) {
            case MEMORY -> TestServer.ephemeral(flags);
            case DISK -> TestServer.durable(new FakeClock(), directory, flags);
        };
    }
}
