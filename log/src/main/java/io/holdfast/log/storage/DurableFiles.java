package io.holdfast.log.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Small files and directories that survive a power failure. */
public final class DurableFiles {

    private DurableFiles() {}

    /** Creates the directory and its missing parents, accessible only to their owner. */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
    }

    /** Replaces the file atomically: readers see the old text or the new one. */
    public static void replace(Path file, String text) throws IOException {
        replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** As {@link #replace(Path, String)}; after a failure the file is unchanged. */
    public static void replace(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        try (FileChannel channel = create(temporary)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        move(temporary, file);
    }

    /** Creates a new file that only its owner can read. */
    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                ownerOnly(file, "rw-------"));
    }

    /** Creates the file with the bytes of the stream; its directory is not synced. */
    public static void write(Path file, InputStream content) throws IOException {
        try (FileChannel channel = create(file)) {
            content.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
    }

    /** Renames within a directory, durably. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(to);
    }

    /** Syncs the directory of this file. */
    public static void syncDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    public static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> owner = PosixFilePermissions.fromString(permissions);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(owner)};
    }
}
