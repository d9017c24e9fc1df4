package io.holdfast.log.node;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.bytes.MalformedBytesException;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A snapshot's pieces in a file: each with its length and its checksum before it. */
final class SnapshotFrames {

    private static final int HEAD_BYTES = 8;
    private static final int PIECE_BYTES_MAX = 1 << 30;

    private SnapshotFrames() {}

    static byte[] frame(byte[] piece) {
        ByteBuffer framed = ByteBuffer.allocate(HEAD_BYTES + piece.length);
        framed.putInt(piece.length).putInt(checksum(piece)).put(piece);
        return framed.array();
    }

    static Machine read(InputStream file) throws IOException {
        SnapshotReader reader = new SnapshotReader();
        DataInputStream in = new DataInputStream(file);
        long offset = 0;
        try {
            byte[] head = in.readNBytes(HEAD_BYTES);
            while (head.length > 0) {
                if (head.length < HEAD_BYTES) {
                    throw damaged(offset, "it ends in the middle of a piece");
                }
                ByteBuffer fields = ByteBuffer.wrap(head);
                int length = fields.getInt();
                int checksum = fields.getInt();
                if (length < 0 || length > PIECE_BYTES_MAX) {
                    throw damaged(offset, "a piece has an impossible length: " + length);
                }
                byte[] piece = in.readNBytes(length);
                if (piece.length < length || checksum(piece) != checksum) {
                    throw damaged(offset, "a piece does not match its checksum");
                }
                reader.accept(piece);
                offset += HEAD_BYTES + length;
                head = in.readNBytes(HEAD_BYTES);
            }
            return reader.finish();
        } catch (MalformedBytesException e) {
            throw damaged(offset, String.valueOf(e.getMessage()));
        }
    }

    private static IOException damaged(long offset, String why) {
        return new IOException("the snapshot is damaged at offset " + offset + ": " + why);
    }

    private static int checksum(byte[] piece) {
        CRC32C crc = new CRC32C();
        crc.update(piece);
        return (int) crc.getValue();
    }
}
