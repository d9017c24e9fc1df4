package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.EntitiesSettings.TypeDefaults;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses requests of the entities API. There are few entities, so that the same ones are used
 * again.
 */
final class EntityDraws {

    static final int CLIENTS = 3;
    private static final int IDS = 4;
    private static final EntityCollection[] COLLECTIONS = {
        EntityCollection.DATA, EntityCollection.FAULTS, EntityCollection.CYCLIC_SUBSCRIPTIONS
    };

    private final Chance chance;

    EntityDraws(Chance chance) {
        this.chance = chance;
    }

    static EntitiesSettings settings(Chance chance) {
        int valueMax = chance.perMille(300) ? chance.between(1, 4) : 100;
        return new EntitiesSettings(
                chance.perMille(900),
                chance.between(1, 3),
                new TypeDefaults(scopes(chance), true),
                new TypeDefaults(scopes(chance), chance.coin()),
                chance.perMille(300) ? chance.between(1, 4) : 1000,
                chance.perMille(300) ? chance.between(1, 4) : 1000,
                valueMax,
                valueMax + (long) chance.between(0, 8),
                // Derived and not drawn, so that seeds keep their histories.
                valueMax <= 2 ? valueMax : 1000);
    }

    private static List<EntityCollection> scopes(Chance chance) {
        return chance.coin() ? List.of() : List.of(COLLECTIONS[chance.below(COLLECTIONS.length)]);
    }

    EntitiesCommand<?> next(long lastLock, int id) {
        EntityType type = type();
        String entity = name();
        // Mostly the latest lock, sometimes one that has ended or never existed.
        long lock = Math.max(0, lastLock + 1 - chance.below(4));
        return switch (chance.below(16)) {
            case 0, 1 -> new EntitiesCommand.Register("", spec(type, entity));
            case 2 ->
                chance.perMille(300)
                        ? new EntitiesCommand.Remove("", type, entity)
                        : new EntitiesCommand.Register("", spec(type, entity));
            case 3 -> manifest(id);
            case 4, 5, 6, 7 ->
                new EntitiesCommand.Acquire(
                        "",
                        type,
                        entity,
                        client(),
                        scopes(chance),
                        chance.between(1, 4),
                        chance.perMille(400));
            case 8 ->
                new EntitiesCommand.Extend("", type, entity, client(), lock, chance.between(1, 4));
            case 9 -> new EntitiesCommand.Release("", type, entity, client(), lock);
            case 10 -> new EntitiesCommand.Report("", type, entity, key(), value());
            case 11 -> new EntitiesCommand.ClearFaults("", anyone());
            default ->
                new EntitiesCommand.Write(
                        "",
                        type,
                        entity,
                        anyone(),
                        COLLECTIONS[chance.below(COLLECTIONS.length)],
                        change());
        };
    }

    /** Components and apps may have the same ids, so that conflicts between them are tested too. */
    private EntitiesCommand<?> manifest(int id) {
        List<EntitySpec> specs = new ArrayList<>();
        for (int i = 0; i < IDS; i++) {
            EntityType type = type();
            if (chance.coin()) {
                String parent = type == EntityType.APP && chance.coin() ? name() : null;
                specs.add(new EntitySpec(type, "e" + i, "e" + i, parent, LockRules.OPEN, null));
            }
        }
        return new EntitiesCommand.Manifest("", id + 1L, specs, chance.perMille(800));
    }

    private EntitySpec spec(EntityType type, String id) {
        LockRules rules = chance.coin()
                ? LockRules.OPEN
                : new LockRules(
                        chance.coin() ? null : scopes(chance),
                        chance.coin() ? null : chance.coin(),
                        chance.below(4));
        String parent = type == EntityType.APP && chance.coin() ? name() : null;
        return new EntitySpec(type, id, id, parent, rules, null);
    }

    private Change change() {
        return switch (chance.below(6)) {
            case 0 -> new Change.Delete(key());
            case 1 -> new Change.Clear(chance.coin() ? "" : "k1");
            default -> new Change.Put(key(), value(), chance.perMille(200));
        };
    }

    private EntityType type() {
        return chance.perMille(400) ? EntityType.COMPONENT : EntityType.APP;
    }

    private String name() {
        return "e" + chance.below(IDS);
    }

    private String key() {
        return "k" + chance.below(3);
    }

    private Blob value() {
        return new Blob("x".repeat(chance.between(1, 5)).getBytes(StandardCharsets.US_ASCII));
    }

    private ClientId client() {
        return client(chance.below(CLIENTS));
    }

    private @Nullable ClientId anyone() {
        return chance.perMille(200) ? null : client();
    }

    /** Returns the id that the scenario files derive from the name. */
    static ClientId client(int number) {
        return new ClientId(2, ("u" + number).hashCode());
    }
}
