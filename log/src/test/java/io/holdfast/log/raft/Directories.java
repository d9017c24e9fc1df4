package io.holdfast.log.raft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Helpers for tests that modify real directories of the durable log. */
final class Directories {

    private Directories() {}

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.endsWith("in_use.lock")) {
                    Files.copy(file, target);
                }
            }
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns the segments in the order of their entries, the open one last. */
    static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .sorted(Comparator.comparingLong(Directories::first))
                    .toList();
        }
    }

    static long first(Path segment) {
        String name = segment.getFileName().toString();
        return Long.parseLong(name.replaceAll("log_(?:inprogress_)?(\\d+).*", "$1"));
    }

    static Path only(Path directory, String glob) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            var matcher = directory.getFileSystem().getPathMatcher("glob:" + glob);
            return files.filter(file -> matcher.matches(file.getFileName()))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow();
        }
    }
}
