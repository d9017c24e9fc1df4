package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.outcome.EntityRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityLocked;
import io.holdfast.core.outcome.Outcome.EntityRefused;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityLockState;

/** The encoding of remembered entities outcomes. */
final class EntityOutcomeCodec {

    static final int LOCKED = 24;
    static final int REFUSED = 25;

    private static final EntityRefusal[] REFUSALS = EntityRefusal.values();

    private EntityOutcomeCodec() {}

    static void write(EntityLocked locked, ByteWriter out) {
        EntityLockState lock = locked.lock();
        out.put(LOCKED);
        out.putCount(lock.number());
        out.putCount(lock.fence());
        out.putLong(lock.holder().high());
        out.putLong(lock.holder().low());
        EntityBytes.scopes(lock.scopes(), out);
        out.putLong(lock.untilMillis());
    }

    static void write(EntityRefused refused, ByteWriter out) {
        out.put(REFUSED);
        out.putCount(refused.reason().ordinal());
        out.putCount(refused.number());
        out.putOptionalText(refused.text());
    }

    static Outcome read(int tag, ByteReader in) {
        if (tag == REFUSED) {
            return new EntityRefused(in.getOne(REFUSALS), in.getCount(), in.getOptionalText());
        }
        return new EntityLocked(new EntityLockState(
                in.getCount(),
                in.getCount(),
                new ClientId(in.getLong(), in.getLong()),
                EntityBytes.scopes(in),
                in.getLong()));
    }
}
