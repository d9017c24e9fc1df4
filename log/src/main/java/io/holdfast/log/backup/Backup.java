package io.holdfast.log.backup;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.log.engine.SnapshotFrames;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;

/** A complete and intact backup that was read. */
public record Backup(Description description, Machine machine) {

    private static final int HEAD_BYTES = BackupWriter.MAGIC.length + 2 * Integer.BYTES;
    private static final int DESCRIPTION_BYTES_MAX = 1 << 16;

    /** @throws IOException if it is not a backup or is damaged; the message names the offset */
    public static Backup read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return read(in, "The backup " + file);
        }
    }

    static Backup read(InputStream file, String what) throws IOException {
        MessageDigest digest = BackupWriter.sha256();
        DigestInputStream in = new DigestInputStream(file, digest);
        byte[] head = head(in, what);
        int length = head.length - HEAD_BYTES;
        SnapshotFrames frames = new SnapshotFrames(in, what, head.length + (long) Integer.BYTES);
        SnapshotReader reader = new SnapshotReader();
        byte[] piece = frames.next();
        while (piece != null && piece.length > 0) {
            frames.feed(reader, piece);
            piece = frames.next();
        }
        if (piece == null) {
            throw frames.damaged("it is truncated there");
        }
        byte[] right = digest.digest();
        byte[] end = in.readNBytes(BackupWriter.DIGEST_BYTES + 1);
        if (!Arrays.equals(end, right)) {
            throw frames.damaged(
                    end.length < right.length
                            ? "it is truncated there"
                            : end.length > right.length
                                    ? "bytes follow its end"
                                    : "its digest does not match");
        }
        String text = new String(head, HEAD_BYTES, length, StandardCharsets.UTF_8);
        try {
            return new Backup(Description.parse(text), frames.finish(reader));
        } catch (IOException e) {
            throw new IOException(what + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Returns the head, without its checksum, after verifying it. */
    private static byte[] head(InputStream in, String what) throws IOException {
        byte[] fixed = in.readNBytes(HEAD_BYTES);
        byte[] magic = Arrays.copyOf(fixed, Math.min(fixed.length, BackupWriter.MAGIC.length));
        if (!Arrays.equals(magic, BackupWriter.MAGIC)) {
            throw new IOException(what + " is not a backup of Holdfast");
        }
        if (fixed.length < HEAD_BYTES) {
            throw damaged(what, "it is truncated there", fixed.length);
        }
        ByteBuffer fields = ByteBuffer.wrap(fixed, magic.length, 2 * Integer.BYTES);
        int version = fields.getInt();
        if (version != BackupWriter.VERSION) {
            throw new IOException(what + " has format " + version + ", and this server reads "
                    + BackupWriter.VERSION + ": restore it with the version that wrote it");
        }
        int length = fields.getInt();
        if (length < 0 || length > DESCRIPTION_BYTES_MAX) {
            throw damaged(what, "its head does not match its checksum", magic.length);
        }
        byte[] rest = in.readNBytes(length + Integer.BYTES);
        if (rest.length < length + Integer.BYTES) {
            throw damaged(what, "it is truncated there", HEAD_BYTES + rest.length);
        }
        byte[] head = ByteBuffer.allocate(HEAD_BYTES + length)
                .put(fixed)
                .put(rest, 0, length)
                .array();
        int checksum = ByteBuffer.wrap(rest).getInt(length);
        if (BackupWriter.checksum(head, head.length) != checksum) {
            throw damaged(what, "its head does not match its checksum", 0);
        }
        return head;
    }

    private static IOException damaged(String what, String why, long offset) {
        return new IOException(what + " is damaged at offset " + offset + ": " + why);
    }
}
