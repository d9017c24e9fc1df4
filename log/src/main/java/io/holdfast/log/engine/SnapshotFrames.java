package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.bytes.MalformedBytesException;
import io.holdfast.core.bytes.NewerFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A snapshot's pieces in a file, each preceded by its length and checksum. */
public final class SnapshotFrames {

    private static final int HEAD_BYTES = 8;
    private static final int PIECE_BYTES_MAX = 1 << 30;

    private final InputStream in;
    private final String what;
    private long offset;

    /**
     * @param what the name of the file in error messages
     * @param offset the offset of the first frame in the file
     */
    public SnapshotFrames(InputStream in, String what, long offset) {
        this.in = in;
        this.what = what;
        this.offset = offset;
    }

    public static byte[] frame(byte[] piece) {
        ByteBuffer framed = ByteBuffer.allocate(HEAD_BYTES + piece.length);
        framed.putInt(piece.length).putInt(checksum(piece)).put(piece);
        return framed.array();
    }

    static Machine read(InputStream file, int formatMax) throws IOException {
        SnapshotFrames frames = new SnapshotFrames(file, "the snapshot", 0);
        SnapshotReader reader = new SnapshotReader(formatMax);
        byte[] piece = frames.next();
        while (piece != null) {
            frames.feed(reader, piece);
            piece = frames.next();
        }
        return frames.finish(reader);
    }

    /** Returns the next piece, or null at the end of the file. */
    public byte @Nullable [] next() throws IOException {
        byte[] head = in.readNBytes(HEAD_BYTES);
        if (head.length == 0) {
            return null;
        }
        if (head.length < HEAD_BYTES) {
            throw damaged("it ends in the middle of a piece");
        }
        ByteBuffer fields = ByteBuffer.wrap(head);
        int length = fields.getInt();
        int checksum = fields.getInt();
        if (length < 0 || length > PIECE_BYTES_MAX) {
            throw damaged("a piece has an impossible length: " + length);
        }
        byte[] piece = in.readNBytes(length);
        if (piece.length < length) {
            throw damaged("it ends in the middle of a piece");
        }
        if (checksum(piece) != checksum) {
            throw damaged("a piece does not match its checksum");
        }
        offset += HEAD_BYTES + length;
        return piece;
    }

    /** Passes a piece to the reader. */
    public void feed(SnapshotReader reader, byte[] piece) throws IOException {
        try {
            reader.accept(piece);
        } catch (NewerFormatException e) {
            throw new IOException(e.getMessage(), e);
        } catch (MalformedBytesException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the machine that the pieces make up. */
    public Machine finish(SnapshotReader reader) throws IOException {
        try {
            return reader.finish();
        } catch (MalformedBytesException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the offset of the next piece. */
    public long offset() {
        return offset;
    }

    public IOException damaged(String why) {
        return new IOException(what + " is damaged at offset " + offset + ": " + why);
    }

    private static int checksum(byte[] piece) {
        CRC32C crc = new CRC32C();
        crc.update(piece);
        return (int) crc.getValue();
    }
}
