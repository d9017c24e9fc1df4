package io.holdfast.core.value;

import org.jspecify.annotations.Nullable;

/** The four types of entities. The order is part of the formats: only append. */
public enum EntityType {
    AREA("areas", "Area"),
    COMPONENT("components", "Component"),
    APP("apps", "App"),
    FUNCTION("functions", "Function");

    private static final EntityType[] ALL = values();

    private final String path;
    private final String title;

    EntityType(String path, String title) {
        this.path = path;
        this.title = title;
    }

    /** Returns the plural that paths use. */
    public String path() {
        return path;
    }

    /** Returns the singular that messages use. */
    public String title() {
        return title;
    }

    /** Returns whether entities of this type can be locked. */
    public boolean lockable() {
        return switch (this) {
            case COMPONENT, APP -> true;
            case AREA, FUNCTION -> false;
        };
    }

    /** Returns the type for a path segment, or null if it is unknown. */
    public static @Nullable EntityType ofPath(String path) {
        for (EntityType type : ALL) {
            if (type.path.equals(path)) {
                return type;
            }
        }
        return null;
    }
}
