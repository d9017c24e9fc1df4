package io.holdfast.core.command;

import java.util.List;

/**
 * What the rules of entity locks depend on; a part of {@link Settings}.
 *
 * @param enabled false where there are no locks and every write is free
 * @param maxSeconds the longest lock, where an entity does not say otherwise
 * @param entitiesMax entities of a tenant
 * @param itemsMax items of a tenant's entities
 * @param valueBytesMax the largest value of an item
 * @param valueBytesTotalMax all values of a tenant's items together
 */
public record EntitiesSettings(
        boolean enabled,
        long maxSeconds,
        TypeDefaults components,
        TypeDefaults apps,
        int entitiesMax,
        int itemsMax,
        int valueBytesMax,
        long valueBytesTotalMax) {

    /** What holds for all entities of a type that do not say otherwise. */
    public record TypeDefaults(List<EntityCollection> requiredScopes, boolean breakable) {

        public static final TypeDefaults OPEN = new TypeDefaults(List.of(), true);

        public TypeDefaults {
            requiredScopes = List.copyOf(requiredScopes);
        }

        long digest() {
            return LockRules.digest(requiredScopes) * 31 + (breakable ? 1 : 0);
        }
    }

    /** What a server without any flag uses. */
    public static final EntitiesSettings DEFAULT = new EntitiesSettings(
            true,
            3600,
            TypeDefaults.OPEN,
            TypeDefaults.OPEN,
            10_000,
            100_000,
            Limits.ENTITY_VALUE_BYTES_MAX,
            256L << 20);

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
    }

    /** The same, with these rules for locks. */
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
                valueBytesTotalMax);
    }

    /** A hash that is the same in every process and every version of Java. */
    long digest() {
        long hash = maxSeconds * 31 + (enabled ? 1 : 0);
        hash = (hash * 31 + components.digest()) * 31 + apps.digest();
        hash = (hash * 31 + entitiesMax) * 31 + itemsMax;
        return (hash * 31 + valueBytesMax) * 31 + valueBytesTotalMax;
    }
}
