package io.holdfast.core.command;

import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.LockRules;

import java.util.List;

/**
 * The settings of the entities API; part of {@link Settings}.
 *
 * @param enabled false if there are no locks and every write is allowed
 * @param maxSeconds maximum lock duration, unless the entity sets its own
 * @param entitiesMax maximum entities per tenant
 * @param itemsMax maximum items per tenant
 * @param valueBytesMax maximum size of an item's value
 * @param valueBytesTotalMax maximum total size of item values per tenant
 * @param itemsPerEntityMax maximum items per entity, so that clearing it does not delay other
 *     requests for long; format 5 added it, and before there is no limit
 */
public record EntitiesSettings(
        boolean enabled,
        long maxSeconds,
        TypeDefaults components,
        TypeDefaults apps,
        int entitiesMax,
        int itemsMax,
        int valueBytesMax,
        long valueBytesTotalMax,
        int itemsPerEntityMax) {

    /** The defaults for entities of a type that do not set their own. */
    public record TypeDefaults(List<EntityCollection> requiredScopes, boolean breakable) {

        public static final TypeDefaults OPEN = new TypeDefaults(List.of(), true);

        public TypeDefaults {
            requiredScopes = List.copyOf(requiredScopes);
        }

        long digest() {
            return LockRules.digest(requiredScopes) * 31 + (breakable ? 1 : 0);
        }
    }

    /** The defaults of a server without flags. */
    public static final EntitiesSettings DEFAULT = new EntitiesSettings(
            true,
            3600,
            TypeDefaults.OPEN,
            TypeDefaults.OPEN,
            10_000,
            100_000,
            Limits.ENTITY_VALUE_BYTES_MAX,
            256L << 20,
            Limits.ENTITY_ITEMS_MAX);

    public EntitiesSettings {
        Limits.check(
                maxSeconds >= 0 && maxSeconds <= Limits.SECONDS_MAX,
                "the longest entity lock must be between 0 and " + Limits.SECONDS_MAX);
        Limits.range("entities", entitiesMax, Limits.ENTITIES_MAX);
        Limits.range("items of entities", itemsMax, Limits.ENTITY_ITEMS_MAX);
        Limits.range("bytes of an item", valueBytesMax, Limits.ENTITY_VALUE_BYTES_MAX);
        Limits.check(
                valueBytesTotalMax >= valueBytesMax,
                "all values of items together must have room for the largest");
        Limits.range("items of one entity", itemsPerEntityMax, Limits.ENTITY_ITEMS_MAX);
    }

    /** Returns the same settings with these lock rules. */
    public EntitiesSettings withLocking(
            boolean newEnabled,
            long newMaxSeconds,
            TypeDefaults newComponents,
            TypeDefaults newApps) {
        return new EntitiesSettings(
                newEnabled,
                newMaxSeconds,
                newComponents,
                newApps,
                entitiesMax,
                itemsMax,
                valueBytesMax,
                valueBytesTotalMax,
                itemsPerEntityMax);
    }

    /** Returns the same settings with this limit of an entity's items. */
    public EntitiesSettings withItemsPerEntity(int newMax) {
        return new EntitiesSettings(
                enabled,
                maxSeconds,
                components,
                apps,
                entitiesMax,
                itemsMax,
                valueBytesMax,
                valueBytesTotalMax,
                newMax);
    }

    /** Returns a hash that is the same in every process and every Java version. */
    long digest() {
        long hash = maxSeconds * 31 + (enabled ? 1 : 0);
        hash = (hash * 31 + components.digest()) * 31 + apps.digest();
        hash = (hash * 31 + entitiesMax) * 31 + itemsMax;
        hash = (hash * 31 + valueBytesMax) * 31 + valueBytesTotalMax;
        // By default it adds zero, so that settings from before it keep their hash.
        return hash + 961L * (itemsPerEntityMax - Limits.ENTITY_ITEMS_MAX);
    }
}
