package io.holdfast.core.outcome;

/** Why something was not done with an entity. The order is part of the formats: only append. */
public enum EntityRefusal {
    /** There are no locks here. */
    DISABLED,
    NO_ENTITY,
    /** The id is one of another type. */
    OTHER_TYPE,
    NO_LOCK,
    /** Longer than locks on this entity may last. */
    TOO_LONG,
    /** Somebody holds the entity's lock, perhaps the same client. */
    HELD,
    NOT_BREAKABLE,
    NOT_OWNER,
    /** Only the holder of a lock may change this collection. */
    LOCK_REQUIRED,
    /** The lock of another client protects it. */
    LOCKED,
    NO_ITEM,
    EXISTS,
    NO_PARENT,
    /** The manifest says so, and only the manifest can say otherwise. */
    OF_MANIFEST;

    /** Whether the same request may succeed later. */
    boolean passes() {
        return switch (this) {
            case HELD, NOT_BREAKABLE, LOCK_REQUIRED, LOCKED, NO_ENTITY, NO_PARENT, DISABLED -> true;
            case OTHER_TYPE, NO_LOCK, TOO_LONG, NOT_OWNER, NO_ITEM, EXISTS, OF_MANIFEST -> false;
        };
    }
}
