package io.holdfast.cli.admin;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.ExitCode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A backup that is being written, under a temporary name until it is complete: it must begin with
 * the magic number of a backup, and end with the digest of everything before it.
 */
final class BackupFile {

    private static final byte[] MAGIC = "HFBACKUP".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGEST_BYTES = 32;

    private final Path file;
    private final Path partial;
    private @Nullable FileChannel channel;
    private long bytes;

    BackupFile(Path file) {
        this.file = file;
        this.partial = file.resolveSibling(file.getFileName() + ".partial");
    }

    long bytes() {
        return bytes;
    }

    /** Creates the file, before any request is sent. */
    void open() throws CommandFailure {
        try {
            Files.deleteIfExists(partial);
            channel = FileChannel.open(
                    partial,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    ownerOnly());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private FileAttribute<?>[] ownerOnly() {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }

    /**
     * Copies the body to the file and verifies it.
     *
     * @throws IOException if it ends early
     */
    void copy(InputStream body) throws IOException, CommandFailure {
        MessageDigest digest = sha256();
        // The last bytes are the digest, and the end is known only when it is reached.
        byte[] tail = new byte[DIGEST_BYTES];
        byte[] buffer = new byte[1 << 16];
        int kept = 0;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            byte[] both = Arrays.copyOf(tail, kept + read);
            System.arraycopy(tail, 0, both, 0, kept);
            System.arraycopy(buffer, 0, both, kept, read);
            int ready = Math.max(0, both.length - DIGEST_BYTES);
            if (bytes == 0 && ready > 0 && !begins(both)) {
                throw new CommandFailure(ExitCode.DAMAGED, "The response is not a backup");
            }
            digest.update(both, 0, ready);
            write(ByteBuffer.wrap(both, 0, ready));
            kept = both.length - ready;
            System.arraycopy(both, ready, tail, 0, kept);
        }
        if (kept < DIGEST_BYTES || !Arrays.equals(digest.digest(), tail)) {
            throw new EOFException(
                    "its digest is missing or wrong, after " + (bytes + kept) + " bytes");
        }
        write(ByteBuffer.wrap(tail));
    }

    private static boolean begins(byte[] first) {
        return first.length >= MAGIC.length
                && Arrays.equals(Arrays.copyOf(first, MAGIC.length), MAGIC);
    }

    private void write(ByteBuffer piece) throws CommandFailure {
        bytes += piece.remaining();
        try {
            while (piece.hasRemaining() && channel != null) {
                channel.write(piece);
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Makes the file durable and renames it. */
    void keep() throws CommandFailure {
        try {
            if (channel != null) {
                channel.force(true);
                channel.close();
                channel = null;
            }
            Files.move(
                    partial,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                    names.force(true);
                }
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Deletes an incomplete file. */
    void discard() {
        try {
            if (channel != null) {
                channel.close();
            }
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            // The name of the remaining file shows that it is incomplete.
        }
    }

    private CommandFailure unwritable(IOException e) {
        return new CommandFailure(
                ExitCode.FILES, file + " cannot be written: " + CommandFailure.reason(e));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
