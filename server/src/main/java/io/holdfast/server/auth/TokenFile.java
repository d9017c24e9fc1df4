package io.holdfast.server.auth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The file of personal and agent tokens: one JSON object per line. It is replaced atomically, so
 * that a reader sees either the old or the new content, even after a crash.
 */
public final class TokenFile {

    private static final long BYTES_MAX = 16 << 20;
    private static final Set<PosixFilePermission> NOT_FOR_OTHERS = EnumSet.of(
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.GROUP_WRITE);

    private final Path path;

    public TokenFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    public Path path() {
        return path;
    }

    /** Reads all tokens; none if there is no file. An exception describes the error. */
    public List<TokenRecord> read() throws IOException {
        byte[] bytes;
        try {
            checkPrivate();
            if (Files.size(path) > BYTES_MAX) {
                throw new IOException(path + " is larger than 16 MiB; expected a token file.");
            }
            bytes = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        List<TokenRecord> records = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        int number = 0;
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                TokenRecord record = TokenJson.read(line);
                if (!ids.add(record.id())) {
                    throw new IllegalArgumentException("duplicate id");
                }
                records.add(record);
            } catch (IllegalArgumentException e) {
                // The line itself is not shown, because it may contain a secret.
                throw new IOException(path + ", line " + number + ": " + e.getMessage() + ".", e);
            }
        }
        return records;
    }

    /**
     * Rejects unsafe permissions: write access allows a user to create tokens, and no other user
     * needs to read the file.
     */
    private void checkPrivate() throws IOException {
        if (isPosix()
                && !Collections.disjoint(Files.getPosixFilePermissions(path), NOT_FOR_OTHERS)) {
            throw new IOException("Other users of this machine can read or change " + path
                    + ". Run: chmod 600 " + path);
        }
    }

    /** Changes the file under a lock, so that concurrent changes are not lost. */
    public void change(UnaryOperator<List<TokenRecord>> change) throws IOException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IOException(path + " is not a file.");
        }
        Path lock = parent.resolve(path.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, create(), onlyOwner());
                FileLock alone = channel.lock()) {
            if (alone.isValid()) {
                write(change.apply(read()), parent);
            }
        }
    }

    private void write(List<TokenRecord> records, Path parent) throws IOException {
        StringBuilder text = new StringBuilder();
        records.forEach(record -> text.append(TokenJson.write(record)).append('\n'));
        Path next = parent.resolve(path.getFileName() + ".new");
        Files.deleteIfExists(next);
        Set<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(next, options, onlyOwner())) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
            // Makes the new directory entry durable too.
            directory.force(true);
        }
    }

    private static Set<StandardOpenOption> create() {
        return EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static FileAttribute<?>[] onlyOwner() {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[] {};
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
