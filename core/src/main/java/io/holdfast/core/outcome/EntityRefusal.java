package io.holdfast.core.outcome;

/** Why a command on an entity was refused. The order is part of the formats: only append. */
public enum EntityRefusal {
    /** Locking is disabled. */
    DISABLED,
    NO_ENTITY,
    /** The id belongs to an entity of another type. */
    OTHER_TYPE,
    NO_LOCK,
    /** The duration exceeds the maximum for this entity. */
    TOO_LONG,
    /** The entity is locked, possibly by the same client. */
    HELD,
    NOT_BREAKABLE,
    NOT_OWNER,
    /** Only the holder of a lock may change this collection. */
    LOCK_REQUIRED,
    /** Another client's lock protects the collection. */
    LOCKED,
    NO_ITEM,
    EXISTS,
    NO_PARENT,
    /** The entity is part of the manifest, and only the manifest can change it. */
    OF_MANIFEST;

    /** Returns whether the same request may succeed later. */
    boolean passes() {
        return switch (this) {
            case HELD, NOT_BREAKABLE, LOCK_REQUIRED, LOCKED, NO_ENTITY, NO_PARENT, DISABLED -> true;
            case OTHER_TYPE, NO_LOCK, TOO_LONG, NOT_OWNER, NO_ITEM, EXISTS, OF_MANIFEST -> false;
        };
    }
}
