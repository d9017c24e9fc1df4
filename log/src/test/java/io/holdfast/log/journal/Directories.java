package io.holdfast.log.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
                } else {
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
        try (Stream<Path> files = Files.list(directory.resolve("journal"))) {
            return files.filter(file -> SegmentHead.isName(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the offset after the last intact record of a segment. */
    static int end(Path segment) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment));
        SegmentScan scan = new SegmentScan(bytes, Objects.requireNonNull(SegmentHead.read(bytes)));
        while (scan.atRecord()) {
            scan.pass();
        }
        return scan.offset();
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
