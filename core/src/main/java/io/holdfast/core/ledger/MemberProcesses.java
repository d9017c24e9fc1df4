package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.state.State;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Origin;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest known process of each member. Ended processes are remembered, so that neither they nor
 * earlier ones count as alive again.
 */
public final class MemberProcesses {

    private static final int MEMBERS_MAX = 100_000;

    private final State state;
    private final Map<String, MemberProcess> newest = new TreeMap<>();

    /** The number of the last applied batch of each process. */
    private final Map<String, Long> batches = new TreeMap<>();

    /**
     * The heap that each member allows for the state. Members that are down count too, because they
     * must hold the state when they return.
     */
    private final Map<String, Long> stateBytesMax = new TreeMap<>();

    private int living;
    private int changes;

    public MemberProcesses(State state) {
        this.state = state;
    }

    /** Returns the process that a command comes from, or null if it has ended or is unknown. */
    public @Nullable MemberProcess of(Origin origin) {
        return find(origin.member(), origin.incarnation());
    }

    public @Nullable MemberProcess find(String member, long incarnation) {
        MemberProcess life = newest.get(member);
        return life != null && !life.over() && life.incarnation() == incarnation ? life : null;
    }

    public @Nullable MemberProcess newest(String member) {
        return newest.get(member);
    }

    /** Returns all live processes. */
    public List<MemberProcess> all() {
        return newest.values().stream().filter(life -> !life.over()).toList();
    }

    /** Returns whether more than one process is alive. */
    public boolean several() {
        return living > 1;
    }

    /** Increases with every change, so that a reader of {@link #all} can detect changes. */
    public int changes() {
        return changes;
    }

    /**
     * Returns whether the batch was applied before: its sender did not learn that and sent it
     * again.
     */
    public boolean repeated(Batch batch) {
        if (batch.number() == 0 || batch.proposals().isEmpty()) {
            return false;
        }
        MemberProcess life = of(batch.proposals().getFirst().origin());
        return life != null && batch.number() <= batches.getOrDefault(life.member(), 0L);
    }

    /** Records an applied batch. A process sends the next batch only after that. */
    public void applied(Batch batch) {
        if (batch.number() > 0 && !batch.proposals().isEmpty()) {
            MemberProcess life = of(batch.proposals().getFirst().origin());
            if (life != null) {
                batches.put(life.member(), batch.number());
            }
        }
    }

    public MemberProcess begin(String member, long incarnation) {
        MemberProcess life = new MemberProcess(member, incarnation, state.nextNumber());
        put(life);
        batches.remove(member);
        return life;
    }

    /**
     * Sets the heap that a member allows for the state. Zero means that it has left the cluster.
     */
    public void allow(String member, long bytesMax) {
        MemberProcess life = newest.get(member);
        if (bytesMax > 0 && life != null) {
            stateBytesMax.put(member, bytesMax);
        } else if (bytesMax == 0 && (life == null || life.over())) {
            stateBytesMax.remove(member);
        }
        settleBudget();
    }

    /** Returns the heap that each member allows for the state, including members that are down. */
    public Map<String, Long> stateBytesMax() {
        return Collections.unmodifiableMap(stateBytesMax);
    }

    private void settleBudget() {
        long smallest = Long.MAX_VALUE;
        for (long bytesMax : stateBytesMax.values()) {
            smallest = Math.min(smallest, bytesMax);
        }
        state.bytesMax(stateBytesMax.isEmpty() ? 0 : smallest);
    }

    public void end(MemberProcess life) {
        put(life.ended());
    }

    private void put(MemberProcess life) {
        MemberProcess before = newest.put(life.member(), life);
        living += (life.over() ? 0 : 1) - (before == null || before.over() ? 0 : 1);
        changes++;
    }

    public @Nullable MemberProcess byNumber(long number) {
        if (number == MemberProcess.NONE.number()) {
            return MemberProcess.NONE;
        }
        for (MemberProcess life : newest.values()) {
            if (life.number() == number) {
                return life;
            }
        }
        return null;
    }

    public long digest() {
        long sum = 0;
        for (MemberProcess life : newest.values()) {
            sum += (life.member().hashCode() * 31L + life.incarnation()) * 31L + life.number();
            // Adds zero for states of the first format, which had no batch numbers.
            sum += batches.getOrDefault(life.member(), 0L) * 0x9E3779B97F4A7C15L;
            sum += stateBytesMax.getOrDefault(life.member(), 0L) * 0xC2B2AE3D27D4EB4FL;
        }
        return sum;
    }

    public void write(ByteWriter out) {
        out.putCount(newest.size());
        for (MemberProcess life : newest.values()) {
            out.putText(life.member());
            out.putLong(life.incarnation());
            out.putCount(life.number());
            out.putCount(batches.getOrDefault(life.member(), 0L));
            if (out.format() >= MemberCommand.StateMemory.FORMAT) {
                out.putCount(stateBytesMax.getOrDefault(life.member(), 0L));
            }
        }
    }

    public void read(ByteReader in) {
        int count = in.getInt(MEMBERS_MAX);
        for (int i = 0; i < count; i++) {
            MemberProcess life = new MemberProcess(in.getText(), in.getLong(), in.getCount());
            put(life);
            // The first format had no batch numbers.
            long batch = in.format() > Format.FIRST ? in.getCount() : 0;
            if (batch > 0) {
                batches.put(life.member(), batch);
            }
            boolean hasBudget = in.format() >= MemberCommand.StateMemory.FORMAT;
            long bytesMax = hasBudget ? in.getCount() : 0;
            if (bytesMax > 0) {
                stateBytesMax.put(life.member(), bytesMax);
            }
        }
        settleBudget();
    }
}
