package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.state.State;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

import org.jspecify.annotations.Nullable;

/** The encoding of a resource with its grants and its queue, as one row of a snapshot. */
public final class ResourceBytes {

    private static final Space[] SPACES = Space.values();

    /** Resolves the references of a row. */
    public interface Names {

        /**
         * Returns the holder of that number. If it has ended and left grants behind, a placeholder
         * is created.
         */
        @Nullable
        Holder holder(long number, boolean attached);

        @Nullable
        MemberProcess life(long number);

        @Nullable
        RequestRecord remembered(long high, long low);
    }

    private ResourceBytes() {}

    static void write(Resource resource, ByteWriter out) {
        out.putCount(resource.number());
        out.putText(resource.tenant.name());
        out.putCount(resource.space().ordinal());
        out.putText(resource.key);
        out.putCount(resource.variant());
        out.putCount(resource.capacity);
        out.putLong(resource.dueNanos());
        out.putCount(resource.held());
        for (Grant grant = resource.firstGrant(); grant != null; grant = grant.nextOfResource) {
            write(grant, out);
        }
        out.putCount(resource.queued());
        for (Waiter waiter = resource.head(); waiter != null; waiter = waiter.next) {
            write(waiter, out);
        }
    }

    private static void write(Grant grant, ByteWriter out) {
        out.putCount(grant.number());
        out.put(grant.flags());
        out.putCount(grant.slot());
        out.putLong(grant.sinceMillis);
        out.putLong(grant.dueNanos());
        GrantTerms wish = new GrantTerms(
                grant.holder, grant.owner, grant.saltHigh(), grant.salt, grant.ttlNanos);
        write(wish, out);
        if (out.format() >= Format.FOURTH) {
            out.putCount(grant.waitedMillis);
            out.putCount(Integer.toUnsignedLong(grant.grantedLogMillis));
        }
    }

    private static void write(Waiter waiter, ByteWriter out) {
        out.putCount(waiter.number());
        out.put((waiter.parked ? 1 : 0) + (waiter.twoPhase ? 2 : 0));
        out.putCount(waiter.call.life().number());
        out.putCount(waiter.call.sequence());
        RequestRecord remembered = waiter.call.remembered();
        out.put(remembered != null);
        if (remembered != null) {
            out.putLong(remembered.keyHigh());
            out.putLong(remembered.keyLow());
        }
        out.putLong(waiter.sinceNanos);
        out.putLong(waiter.sinceMillis);
        out.putLong(waiter.dueNanos());
        write(waiter.wish, out);
    }

    private static void write(GrantTerms wish, ByteWriter out) {
        out.putCount(wish.holder().number());
        out.putOptionalText(wish.owner());
        out.put(wish.saltHigh() != 0);
        if (wish.saltHigh() != 0) {
            out.putLong(wish.saltHigh());
        }
        out.putLong(wish.salt());
        out.putCount(wish.ttlNanos());
    }

    public static Resource read(ByteReader in, Kernel kernel, State state, Names names) {
        long number = in.getCount();
        ResourceName name = new ResourceName(in.getText(), in.getOne(SPACES), in.getText());
        Resource resource = new Resource(
                number,
                kernel.tenants().of(name.tenant()),
                name,
                in.getInt(Byte.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE));
        long dueNanos = in.getLong();
        int held = in.getInt(Limits.KEYS_MAX);
        for (int i = 0; i < held; i++) {
            readGrant(in, kernel, resource, names);
        }
        int queued = in.getInt(Limits.WAITERS_PER_KEY_MAX);
        for (int i = 0; i < queued; i++) {
            readWaiter(in, kernel, resource, names);
        }
        state.deadlines().set(resource, dueNanos);
        return kernel.add(resource);
    }

    private static void readGrant(ByteReader in, Kernel kernel, Resource resource, Names names) {
        long fence = in.getCount();
        int flags = in.getInt(3);
        int slot = in.getInt(Limits.KEYS_MAX);
        long sinceMillis = in.getLong();
        long dueNanos = in.getLong();
        boolean attached = (flags & 1) != 0;
        GrantTerms wish = readWish(in, names, attached);
        Grant grant = Grant.of(fence, resource, wish, slot, sinceMillis);
        grant.attached(attached && wish.holder().listed());
        grant.uncollected((flags & 2) != 0);
        if (in.format() >= Format.FOURTH) {
            grant.waitedMillis = in.getInt(Integer.MAX_VALUE);
            grant.grantedLogMillis = (int) in.getCount();
        }
        kernel.attach(grant, dueNanos);
    }

    private static void readWaiter(ByteReader in, Kernel kernel, Resource resource, Names names) {
        long number = in.getCount();
        int flags = in.getInt(3);
        MemberProcess life = names.life(in.getCount());
        long sequence = in.getCount();
        boolean asked = in.getFlag();
        RequestRecord remembered = asked ? names.remembered(in.getLong(), in.getLong()) : null;
        if (life == null || asked && remembered == null) {
            throw in.malformed("a waiter's process or request is unknown");
        }
        CallSite call = new CallSite(life, sequence, remembered);
        long sinceNanos = in.getLong();
        long sinceMillis = in.getLong();
        long dueNanos = in.getLong();
        GrantTerms wish = readWish(in, names, true);
        Waiter waiter =
                new Waiter(number, resource, wish, call, (flags & 2) != 0, sinceNanos, sinceMillis);
        waiter.parked = (flags & 1) != 0;
        kernel.attach(waiter, dueNanos);
    }

    private static GrantTerms readWish(ByteReader in, Names names, boolean attached) {
        Holder holder = names.holder(in.getCount(), attached);
        if (holder == null) {
            throw in.malformed("a holder is unknown");
        }
        String owner = in.getOptionalText();
        long saltHigh = in.getFlag() ? in.getLong() : 0;
        return new GrantTerms(holder, owner, saltHigh, in.getLong(), in.getCount());
    }
}
