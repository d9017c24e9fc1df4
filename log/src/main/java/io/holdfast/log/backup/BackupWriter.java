package io.holdfast.log.backup;

import io.holdfast.log.SnapshotSink;
import io.holdfast.log.engine.SnapshotFrames;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/**
 * Writes a backup: a head, the frames of a snapshot and an end.
 *
 * <pre>
 * head    "HFBACKUP", version (4 bytes), length (4) and text of the description,
 *         CRC-32C of all that (4)
 * frames  length (4), CRC-32C (4), bytes
 * end     a frame of length zero, SHA-256 of everything before the digest (32)
 * </pre>
 *
 * <p>A truncated backup has no end; in a changed one, the checksums show the damaged offset.
 */
public final class BackupWriter implements SnapshotSink {

    static final byte[] MAGIC = "HFBACKUP".getBytes(StandardCharsets.US_ASCII);
    static final int VERSION = 1;
    static final int DIGEST_BYTES = 32;

    /** The destination of the bytes. */
    public interface Out {

        /** Writes the next bytes; done when more can be accepted. */
        CompletableFuture<Void> write(byte[] bytes);

        /** Ends the backup; done when all bytes have arrived. */
        CompletableFuture<Void> end();

        /** Ends the backup before it is complete. */
        void abort(Throwable cause);
    }

    private final Out out;
    private final MessageDigest digest = sha256();
    private byte[] due;

    public BackupWriter(Description description, Out out) {
        this.out = out;
        this.due = head(description);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] head(Description description) {
        byte[] text = description.text().getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(MAGIC.length + 3 * Integer.BYTES + text.length);
        head.put(MAGIC).putInt(VERSION).putInt(text.length).put(text);
        return head.putInt(checksum(head.array(), head.position())).array();
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Writes the frame; the first one is preceded by the head. */
    @Override
    public CompletableFuture<Void> write(byte[] frame) {
        byte[] bytes = frame;
        if (due.length > 0) {
            bytes = ByteBuffer.allocate(due.length + frame.length)
                    .put(due)
                    .put(frame)
                    .array();
            due = new byte[0];
        }
        digest.update(bytes);
        return out.write(bytes);
    }

    @Override
    public CompletableFuture<Void> complete(long index) {
        byte[] end = SnapshotFrames.frame(new byte[0]);
        digest.update(end);
        byte[] last = ByteBuffer.allocate(end.length + DIGEST_BYTES)
                .put(end)
                .put(digest.digest())
                .array();
        return out.write(last).thenCompose(written -> out.end()).whenComplete((done, problem) -> {
            if (problem != null) {
                abort(problem);
            }
        });
    }

    @Override
    public void abort(Throwable cause) {
        out.abort(cause);
    }
}
