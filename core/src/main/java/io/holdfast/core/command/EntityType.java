package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/** The four sorts of entities. The order is part of the formats: only append. */
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

    /** The word in paths, which names many. */
    public String path() {
        return path;
    }

    /** The word in messages, which names one. */
    public String title() {
        return title;
    }

    /** Whether there are locks on entities of this type. */
    public boolean lockable() {
        return switch (this) {
            case COMPONENT, APP -> true;
            case AREA, FUNCTION -> false;
        };
    }

    /** The type of that word in a path; null where there is none. */
    public static @Nullable EntityType ofPath(String path) {
        for (EntityType type : ALL) {
            if (type.path.equals(path)) {
                return type;
            }
        }
        return null;
    }
}
