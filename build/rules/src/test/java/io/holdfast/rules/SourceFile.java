package io.holdfast.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** A file of the repository: its path from the root with forward slashes, its size, its text. */
record SourceFile(String path, long sizeBytes, String text) {

    /** Generated files, and the canaries, which break the rules on purpose. */
    private static final Set<String> SKIPPED_DIRECTORIES = Set.of(
            ".git",
            ".idea",
            ".vscode",
            ".holdfast",
            ".mypy_cache",
            "node_modules",
            "target",
            "build/canary",
            "bench/results");

    private static final Set<String> TEXT_ENDINGS =
            Set.of(".java", ".md", ".xml", ".sh", ".txt", ".json", ".yaml", ".yml", ".properties");

    private static final Set<String> SCRIPTS = Set.of("dev", "holdfast", ".ci/run");

    /** Returns every file below a root, sorted by path. */
    static List<SourceFile> allBelow(Path root) throws IOException {
        List<SourceFile> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                String path = relative(root, dir);
                boolean skipped = SKIPPED_DIRECTORIES.contains(path)
                        || SKIPPED_DIRECTORIES.contains(path.replaceFirst(".*/", ""));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                    throws IOException {
                String path = relative(root, file);
                if (attributes.isRegularFile() && !path.equals(".git")) {
                    String text =
                            isText(path) ? Files.readString(file, StandardCharsets.UTF_8) : "";
                    found.add(new SourceFile(path, attributes.size(), text));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(Comparator.comparing(SourceFile::path));
        return found;
    }

    private static String relative(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private static boolean isText(String path) {
        int dot = path.lastIndexOf('.');
        return isScript(path) || (dot >= 0 && TEXT_ENDINGS.contains(path.substring(dot)));
    }

    private static boolean isScript(String path) {
        return SCRIPTS.contains(path) || path.endsWith(".sh");
    }

    boolean isScript() {
        return isScript(path);
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isPage() {
        return path.endsWith(".md");
    }

    List<String> lines() {
        return text.lines().toList();
    }

    /** Returns the path up to the last slash; empty for a file at the root. */
    String directory() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }
}
