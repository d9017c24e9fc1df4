package io.holdfast.core;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.codec.SettingsCodec;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.SnapshotCut;
import io.holdfast.core.value.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state at one point in time as canonical bytes, in pieces. Equal states give equal
 * bytes. The snapshot ends with the state hash, which a reader compares with the restored state,
 * and a checksum of all preceding bytes.
 */
public final class SnapshotWriter {

    static final int MAGIC = 0x48464D31;

    private final SnapshotCut cut;
    private final long hash;
    private final ByteWriter piece;
    private final CRC32C sum = new CRC32C();
    private boolean finished;

    SnapshotWriter(Machine machine) {
        hash = machine.hash();
        // The level may rise while pieces are written. All pieces use the format of the first.
        piece = new ByteWriter(1 << 16, machine.format());
        List<RowList<?>> lists = lists(machine);
        piece.putLong(((long) MAGIC << 32) | piece.format());
        piece.putLong(machine.state.nowNanos());
        piece.putLong(machine.state.wallMillis());
        piece.putCount(machine.state.numbers());
        piece.putCount(machine.kernel.fence());
        SettingsCodec.encode(machine.settings(), piece);
        machine.lives.write(piece);
        for (RowList<?> list : lists) {
            piece.putCount(list.size());
        }
        cut = new SnapshotCut(machine.state, lists);
    }

    /** Returns the row lists in writing order. Rows refer only to rows of earlier lists. */
    static List<RowList<?>> lists(Machine machine) {
        List<RowList<?>> lists = new ArrayList<>(List.of(
                machine.sessions.rows(),
                machine.ledger.rows(),
                machine.claims.tenantRows(),
                machine.claims.rows(),
                machine.nodes.tenantRows(),
                machine.nodes.rows(),
                machine.nodes.tokenRows(),
                machine.kernel.resources(),
                machine.locks.rows(),
                machine.entities.tenantRows(),
                machine.entities.rows(),
                machine.entities.itemRows()));
        if (machine.format() >= Format.THIRD) {
            lists.add(machine.deliveries.rows());
        }
        if (machine.format() >= Format.FOURTH) {
            lists.add(machine.kernel.history().rows());
        }
        return lists;
    }

    /**
     * Returns the next piece, of about {@code bytesMax} bytes or slightly more; null after the last
     * one.
     */
    public byte @Nullable [] next(int bytesMax) {
        if (finished) {
            return null;
        }
        if (!cut.writeSome(piece, bytesMax)) {
            piece.putLong(hash);
            finished = true;
        }
        piece.addTo(sum);
        if (finished) {
            piece.putLong(sum.getValue());
        }
        byte[] bytes = piece.toBytes();
        piece.clear();
        return bytes;
    }

    /** Aborts the snapshot. The machine stops copying rows for it. */
    public void abort() {
        if (!finished) {
            finished = true;
            cut.abort();
        }
    }
}
