package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;

import java.util.ArrayList;
import java.util.List;

/** The encodings that commands, settings, answers and rows of entities share. */
public final class EntityBytes {

    private static final EntityType[] TYPES = EntityType.values();
    private static final EntityCollection[] COLLECTIONS = EntityCollection.values();

    private EntityBytes() {}

    public static void type(EntityType type, ByteWriter out) {
        out.putCount(type.ordinal());
    }

    public static EntityType type(ByteReader in) {
        return in.getOne(TYPES);
    }

    public static void collection(EntityCollection collection, ByteWriter out) {
        out.putCount(collection.ordinal());
    }

    public static EntityCollection collection(ByteReader in) {
        return in.getOne(COLLECTIONS);
    }

    public static void scopes(List<EntityCollection> scopes, ByteWriter out) {
        out.putCount(scopes.size());
        for (EntityCollection scope : scopes) {
            collection(scope, out);
        }
    }

    public static List<EntityCollection> scopes(ByteReader in) {
        int size = in.getInt(Integer.MAX_VALUE);
        List<EntityCollection> scopes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            scopes.add(collection(in));
        }
        return scopes;
    }

    public static void spec(EntitySpec spec, ByteWriter out) {
        type(spec.type(), out);
        out.putText(spec.id());
        out.putText(spec.name());
        out.putOptionalText(spec.parent());
        rules(spec.rules(), out);
        out.putOptionalBlob(spec.details());
    }

    public static EntitySpec spec(ByteReader in) {
        return new EntitySpec(
                type(in),
                in.getText(),
                in.getText(),
                in.getOptionalText(),
                rules(in),
                in.getOptionalBlob());
    }

    private static void rules(LockRules rules, ByteWriter out) {
        List<EntityCollection> required = rules.requiredScopes();
        out.put(required != null);
        if (required != null) {
            scopes(required, out);
        }
        Boolean breakable = rules.breakable();
        out.put(breakable == null ? 2 : breakable ? 1 : 0);
        out.putCount(rules.maxSeconds());
    }

    private static LockRules rules(ByteReader in) {
        List<EntityCollection> required = in.getFlag() ? scopes(in) : null;
        int breakable = in.getInt(2);
        return new LockRules(required, breakable == 2 ? null : breakable == 1, in.getCount());
    }
}
