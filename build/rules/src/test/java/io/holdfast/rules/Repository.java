package io.holdfast.rules;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the repository root: the nearest parent directory with the lists of banned APIs. */
final class Repository {

    private Repository() {}

    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("build/forbidden"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException("Not inside the repository");
            }
            directory = parent;
        }
        return directory;
    }
}
