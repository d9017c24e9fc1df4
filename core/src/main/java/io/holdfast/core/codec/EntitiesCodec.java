package io.holdfast.core.codec;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Acquire;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesCommand.ClearFaults;
import io.holdfast.core.command.EntitiesCommand.Extend;
import io.holdfast.core.command.EntitiesCommand.Manifest;
import io.holdfast.core.command.EntitiesCommand.OfEntity;
import io.holdfast.core.command.EntitiesCommand.Register;
import io.holdfast.core.command.EntitiesCommand.Release;
import io.holdfast.core.command.EntitiesCommand.Remove;
import io.holdfast.core.command.EntitiesCommand.Report;
import io.holdfast.core.command.EntitiesCommand.Write;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes entities commands as a tag and their fields. */
final class EntitiesCodec {

    static final int ACQUIRE = 64;
    static final int EXTEND = 65;
    static final int RELEASE = 66;
    static final int WRITE = 67;
    static final int REPORT = 68;
    static final int CLEAR_FAULTS = 69;
    static final int REGISTER = 70;
    static final int REMOVE = 71;
    static final int MANIFEST = 72;

    private static final int PUT = 1;
    private static final int DELETE = 2;
    private static final int CLEAR = 3;

    private EntitiesCodec() {}

    static void encode(EntitiesCommand<?> command, ByteWriter out) {
        switch (command) {
            case Acquire c -> {
                tag(ACQUIRE, c, out);
                client(c.client(), out);
                EntityBytes.scopes(c.scopes(), out);
                out.putCount(c.seconds());
                out.put(c.breaking());
            }
            case Extend c -> {
                tag(EXTEND, c, out);
                client(c.client(), out);
                out.putCount(c.lock());
                out.putCount(c.seconds());
            }
            case Release c -> {
                tag(RELEASE, c, out);
                client(c.client(), out);
                out.putCount(c.lock());
            }
            case Write c -> {
                tag(WRITE, c, out);
                optionalClient(c.client(), out);
                EntityBytes.collection(c.collection(), out);
                change(c.change(), out);
            }
            case Report c -> {
                tag(REPORT, c, out);
                out.putText(c.code());
                blob(c.value(), out);
            }
            case ClearFaults c -> {
                out.put(CLEAR_FAULTS);
                out.putText(c.tenant());
                optionalClient(c.client(), out);
            }
            case Register c -> {
                out.put(REGISTER);
                out.putText(c.tenant());
                EntityBytes.spec(c.spec(), out);
            }
            case Remove c -> tag(REMOVE, c, out);
            case Manifest c -> manifest(c, out);
        }
    }

    static EntitiesCommand<?> decode(int tag, ByteReader in) {
        try {
            return command(tag, in);
        } catch (IllegalArgumentException e) {
            throw in.malformed(String.valueOf(e.getMessage()));
        }
    }

    private static EntitiesCommand<?> command(int tag, ByteReader in) {
        String tenant = in.getText();
        return switch (tag) {
            case CLEAR_FAULTS -> new ClearFaults(tenant, optionalClient(in));
            case REGISTER -> new Register(tenant, EntityBytes.spec(in));
            case MANIFEST -> manifest(tenant, in);
            // All other commands name one entity.
            default -> ofEntity(tag, tenant, in);
        };
    }

    private static EntitiesCommand<?> ofEntity(int tag, String tenant, ByteReader in) {
        EntityType type = EntityBytes.type(in);
        String id = in.getText();
        return switch (tag) {
            case ACQUIRE ->
                new Acquire(
                        tenant,
                        type,
                        id,
                        client(in),
                        EntityBytes.scopes(in),
                        in.getCount(),
                        in.getFlag());
            case EXTEND -> new Extend(tenant, type, id, client(in), in.getCount(), in.getCount());
            case RELEASE -> new Release(tenant, type, id, client(in), in.getCount());
            case WRITE ->
                new Write(
                        tenant,
                        type,
                        id,
                        optionalClient(in),
                        EntityBytes.collection(in),
                        change(in));
            case REPORT -> new Report(tenant, type, id, in.getText(), blob(in));
            case REMOVE -> new Remove(tenant, type, id);
            // The caller has checked the tag, but the compiler cannot know that.
            default -> throw in.malformed("command " + tag + " is not an entities command");
        };
    }

    private static void change(Change change, ByteWriter out) {
        switch (change) {
            case Change.Put put -> {
                out.put(PUT);
                out.putText(put.key());
                blob(put.value(), out);
                out.put(put.mustExist());
            }
            case Change.Delete delete -> {
                out.put(DELETE);
                out.putText(delete.key());
            }
            case Change.Clear clear -> {
                out.put(CLEAR);
                out.putText(clear.prefix());
            }
        }
    }

    private static Change change(ByteReader in) {
        int tag = in.get();
        return switch (tag) {
            case PUT -> new Change.Put(in.getText(), blob(in), in.getFlag());
            case DELETE -> new Change.Delete(in.getText());
            case CLEAR -> new Change.Clear(in.getText());
            // The bytes are untyped, so the tag may be unknown.
            default -> throw in.malformed("change " + tag + " is unknown");
        };
    }

    private static void manifest(Manifest c, ByteWriter out) {
        out.put(MANIFEST);
        out.putText(c.tenant());
        out.putLong(c.edition());
        out.putCount(c.entities().size());
        for (EntitySpec spec : c.entities()) {
            EntityBytes.spec(spec, out);
        }
        out.put(c.last());
    }

    private static Manifest manifest(String tenant, ByteReader in) {
        long edition = in.getLong();
        int size = in.getInt(Integer.MAX_VALUE);
        List<EntitySpec> specs = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            specs.add(EntityBytes.spec(in));
        }
        return new Manifest(tenant, edition, specs, in.getFlag());
    }

    private static void tag(int tag, OfEntity<?> command, ByteWriter out) {
        out.put(tag);
        out.putText(command.tenant());
        EntityBytes.type(command.type(), out);
        out.putText(command.entity());
    }

    private static void client(ClientId client, ByteWriter out) {
        out.putLong(client.high());
        out.putLong(client.low());
    }

    private static ClientId client(ByteReader in) {
        return new ClientId(in.getLong(), in.getLong());
    }

    private static void optionalClient(@Nullable ClientId client, ByteWriter out) {
        out.put(client != null);
        if (client != null) {
            client(client, out);
        }
    }

    private static @Nullable ClientId optionalClient(ByteReader in) {
        return in.getFlag() ? client(in) : null;
    }

    private static void blob(Blob value, ByteWriter out) {
        out.putOptionalBlob(value);
    }

    private static Blob blob(ByteReader in) {
        Blob value = in.getOptionalBlob();
        if (value == null) {
            throw in.malformed("a value is missing");
        }
        return value;
    }
}
