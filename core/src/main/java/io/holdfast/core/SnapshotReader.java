package io.holdfast.core;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.MalformedBytesException;
import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.codec.SettingsCodec;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.resource.Bearer;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.ResourceBytes;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.sessions.Session;
import io.holdfast.core.sessions.Sessions;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Restores a machine from the pieces of a snapshot, given in order. */
public final class SnapshotReader implements ResourceBytes.Names {

    private static final int LISTS = 14;

    /** Without the history, which format 4 added. */
    private static final int LISTS_THIRD = 13;

    /** Without deliveries, which format 3 added. */
    private static final int LISTS_BEFORE = 12;

    private final Machine machine = new Machine();
    private final Map<Long, Holder> holders = new LinkedHashMap<>();
    private final Map<Long, Waiter> places = new LinkedHashMap<>();
    private final int[] left = new int[LISTS];
    private final CRC32C sum = new CRC32C();
    private int list = -1;

    private final int formatMax;
    private int format = Format.FIRST;
    private long hash;

    public SnapshotReader() {
        this(Format.NEWEST);
    }

    /** Reads snapshots of any format up to {@code formatMax}. */
    public SnapshotReader(int formatMax) {
        this.formatMax = formatMax;
    }

    /** Reads one piece. A row never spans two pieces. */
    public void accept(byte[] piece) {
        ByteReader in = new ByteReader(ByteBuffer.wrap(piece), format);
        if (list < 0) {
            header(in);
            list = 0;
        }
        while (!in.atEnd()) {
            while (list < LISTS && left[list] == 0) {
                list++;
            }
            if (list < LISTS) {
                left[list]--;
                row(in);
            } else if (list == LISTS) {
                hash = in.getLong();
                sum.update(piece, 0, in.position());
                if (in.getLong() != sum.getValue()) {
                    throw in.malformed("the snapshot is damaged: its checksum does not match");
                }
                list++;
            } else {
                throw in.malformed("the snapshot has extra bytes at its end");
            }
        }
        sum.update(piece);
    }

    /** Returns the machine, after the last piece. */
    public Machine finish() {
        if (list != LISTS + 1) {
            throw new MalformedBytesException("the snapshot is truncated");
        }
        if (machine.hash() != hash) {
            throw new MalformedBytesException("the state hash of the snapshot does not match");
        }
        return machine;
    }

    private void header(ByteReader in) {
        long head = in.getLong();
        if (head >>> 32 != SnapshotWriter.MAGIC) {
            throw in.malformed("this is not a snapshot");
        }
        format = (int) head;
        if (format < Format.FIRST) {
            throw in.malformed("snapshot format " + format + " is unknown");
        }
        if (format > formatMax) {
            throw new NewerFormatException("the snapshot", format, formatMax);
        }
        in.format(format);
        machine.state.raiseFormat(format);
        machine.state.moveTo(in.getLong(), in.getLong());
        machine.state.numbers(in.getCount());
        long fence = in.getCount();
        if (fence >= Limits.FENCE_MAX) {
            throw in.malformed("a fence exceeds the maximum: " + fence);
        }
        machine.kernel.raiseFence(fence);
        machine.configure(SettingsCodec.decode(in));
        machine.lives.read(in);
        machine.limitMemory();
        for (int i = 0; i < lists(format); i++) {
            left[i] = in.getInt(Limits.KEYS_MAX + Limits.POOLS_MAX);
        }
    }

    private static int lists(int format) {
        if (format >= Format.FOURTH) {
            return LISTS;
        }
        return format == Format.THIRD ? LISTS_THIRD : LISTS_BEFORE;
    }

    private void row(ByteReader in) {
        switch (list) {
            case 0 -> {
                Session session = machine.sessions.read(in, machine.lives);
                holders.put(session.number(), session);
            }
            case 1 -> machine.ledger.read(in, machine.lives);
            case 2 -> machine.claims.readTenant(in);
            case 3 -> {
                Holder live = machine.claims.readClaim(in);
                if (live != null) {
                    holders.put(live.number(), live);
                }
            }
            case 4 -> machine.nodes.readTenant(in);
            case 5 -> {
                Holder person = machine.nodes.readNode(in);
                holders.put(person.number(), person);
            }
            case 6 -> machine.nodes.readToken(in);
            case 7 -> {
                Resource resource = ResourceBytes.read(in, machine.kernel, machine.state, this);
                if (!machine.restored(resource)) {
                    throw in.malformed("a resource has an invalid space and kind");
                }
                collectPlaces(resource);
            }
            case 8 -> machine.locks.read(in, places::get);
            case 9 -> machine.entities.readTenant(in);
            case 10 -> machine.entities.readEntity(in);
            case 11 -> machine.entities.readItem(in);
            case 12 -> machine.deliveries.read(in);
            case 13 -> machine.kernel.history().read(in);
            // This is an index, not a type; the format determines the number of lists.
            default -> throw in.malformed("unknown row list");
        }
    }

    private void collectPlaces(Resource resource) {
        for (Waiter waiter = resource.head(); waiter != null; waiter = waiter.next()) {
            if (waiter.twoPhase()) {
                places.put(waiter.number(), waiter);
            }
        }
    }

    @Override
    public @Nullable Holder holder(long number, boolean attached) {
        if (number == Bearer.NUMBER) {
            return Bearer.ANYONE;
        }
        Holder holder = holders.get(number);
        return holder != null || attached ? holder : Sessions.ghost(number);
    }

    @Override
    public @Nullable MemberProcess life(long number) {
        return machine.lives.byNumber(number);
    }

    @Override
    public @Nullable RequestRecord remembered(long high, long low) {
        return machine.ledger.find(high, low);
    }
}
