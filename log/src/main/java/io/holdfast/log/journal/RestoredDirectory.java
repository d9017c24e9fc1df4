package io.holdfast.log.journal;

import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import io.holdfast.log.snapshot.SnapshotFiles;
import io.holdfast.log.snapshot.SnapshotFiles.Position;
import io.holdfast.log.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a data directory whose journal begins with a given state, as a snapshot. This happens in
 * a subdirectory whose files are moved up when complete; until the last one has moved, no server
 * starts from the directory.
 */
public final class RestoredDirectory {

    /** The index of the snapshot; the first record follows it. */
    private static final Position FIRST = new Position(0, 1);

    private RestoredDirectory() {}

    /** @throws IOException if the directory is not empty */
    public static void check(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            if (files.iterator().hasNext()) {
                throw new IOException("The directory " + directory
                        + " is not empty. A restore needs a new one: choose another, or move its"
                        + " files away");
            }
        } catch (NotDirectoryException e) {
            throw new IOException(directory + " is not a directory", e);
        }
    }

    /** @param frames supplies the pieces of the snapshot, and null after the last */
    public static void write(Path directory, String node, Supplier<byte @Nullable []> frames)
            throws IOException {
        check(directory);
        DurableFiles.createDirectories(directory);
        Path inside = DataDirectory.restoring(directory);
        DurableFiles.createDirectories(inside);
        Path journal = DataDirectory.journal(inside);
        DurableFiles.createDirectories(journal);
        SnapshotFiles.in(journal).write(FIRST, frames);
        Path identity = inside.resolve(DataDirectory.IDENTITY);
        DurableFiles.replace(identity, Identity.mint(node).text());
        for (String name : List.of(DataDirectory.JOURNAL, DataDirectory.IDENTITY)) {
            DurableFiles.move(inside.resolve(name), directory.resolve(name));
        }
        Files.delete(inside);
        DurableFiles.syncDirectory(inside);
    }
}
