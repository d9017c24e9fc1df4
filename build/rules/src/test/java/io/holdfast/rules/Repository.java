package io.holdfast.rules;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository is: the nearest directory above that has the lists of banned APIs. */
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
