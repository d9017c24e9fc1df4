package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.EntityRegistrationRefusal;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityLockRefused;
import io.holdfast.core.outcome.Outcome.EntityLocked;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.outcome.Outcome.EntityRegistrationRefused;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityLockState;

import org.jspecify.annotations.Nullable;

/** The encoding of remembered entities outcomes. */
final class EntityOutcomeCodec {

    static final int LOCKED = 24;
    static final int REFUSED = 25;

    private static final int NO_ENTITY = 1;
    private static final int OTHER_TYPE = 2;

    private static final EntityLockRefusal[] OF_LOCK = EntityLockRefusal.values();
    private static final EntityWriteRefusal[] OF_WRITE = EntityWriteRefusal.values();
    private static final EntityRegistrationRefusal[] OF_REGISTRATION =
            EntityRegistrationRefusal.values();

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

    static void write(EntityMissing missing, ByteWriter out) {
        String actual = missing.actualType();
        refused(actual == null ? NO_ENTITY : OTHER_TYPE, 0, actual, out);
    }

    static void write(EntityLockRefused refused, ByteWriter out) {
        refused(refused.reason().code(), refused.number(), null, out);
    }

    static void write(EntityWriteRefused refused, ByteWriter out) {
        refused(refused.reason().code(), refused.number(), refused.entity(), out);
    }

    static void write(EntityRegistrationRefused refused, ByteWriter out) {
        refused(refused.reason().code(), 0, refused.parent(), out);
    }

    private static void refused(int code, long number, @Nullable String text, ByteWriter out) {
        out.put(REFUSED);
        out.putCount(code);
        out.putCount(number);
        out.putOptionalText(text);
    }

    static Outcome read(int tag, ByteReader in) {
        if (tag == REFUSED) {
            return refused(in.getInt(Integer.MAX_VALUE), in.getCount(), in.getOptionalText(), in);
        }
        return new EntityLocked(new EntityLockState(
                in.getCount(),
                in.getCount(),
                new ClientId(in.getLong(), in.getLong()),
                EntityBytes.scopes(in),
                in.getLong()));
    }

    private static Outcome refused(int code, long number, @Nullable String text, ByteReader in) {
        if (code == NO_ENTITY || code == OTHER_TYPE) {
            return new EntityMissing(text);
        }
        for (EntityLockRefusal reason : OF_LOCK) {
            if (reason.code() == code) {
                return new EntityLockRefused(reason, number);
            }
        }
        for (EntityWriteRefusal reason : OF_WRITE) {
            if (reason.code() == code) {
                return new EntityWriteRefused(reason, number, text);
            }
        }
        for (EntityRegistrationRefusal reason : OF_REGISTRATION) {
            if (reason.code() == code) {
                return new EntityRegistrationRefused(reason, text);
            }
        }
        throw in.malformed("entity refusal " + code + " is unknown");
    }
}
