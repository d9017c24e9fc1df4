package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotReader;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.bytes.MalformedBytesException;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A snapshot that is written slowly, one piece after each batch. The result must be identical to a
 * snapshot that a replica in the same state wrote at once when it began.
 */
final class SnapshotInPieces {

    private final byte[] atOnce;
    private final SnapshotWriter writer;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final int pieceBytes;

    SnapshotInPieces(Machine machine, Machine twin, int pieceBytes) {
        this.atOnce = joined(pieces(twin));
        this.writer = machine.snapshot();
        this.pieceBytes = pieceBytes;
    }

    /** Writes the next piece. Returns false after the last one. */
    boolean goOn() {
        byte[] piece = writer.next(pieceBytes);
        if (piece != null) {
            written.writeBytes(piece);
            return true;
        }
        if (!Arrays.equals(written.toByteArray(), atOnce)) {
            throw new FoundException("a snapshot in pieces differs from the state at its start");
        }
        return false;
    }

    /**
     * Copies a machine by writing and reading a snapshot. A snapshot of the copy must be identical.
     */
    static Machine copy(Machine machine, Function<Machine, List<byte[]>> writer) {
        List<byte[]> pieces = writer.apply(machine);
        SnapshotReader reader = new SnapshotReader();
        try {
            pieces.forEach(reader::accept);
            Machine copy = reader.finish();
            if (!Arrays.equals(joined(pieces), joined(writer.apply(copy)))) {
                throw new FoundException("a snapshot of a restored machine differs");
            }
            return copy;
        } catch (MalformedBytesException e) {
            throw new FoundException("a snapshot cannot be read back: " + e.getMessage(), e);
        }
    }

    static List<byte[]> pieces(Machine machine) {
        List<byte[]> pieces = new ArrayList<>();
        SnapshotWriter writer = machine.snapshot();
        for (byte[] piece = writer.next(200); piece != null; piece = writer.next(200)) {
            pieces.add(piece);
        }
        return pieces;
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
