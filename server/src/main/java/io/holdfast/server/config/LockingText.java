package io.holdfast.server.config;

import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.EntitiesSettings.TypeDefaults;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.Limits;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The {@code locking:} section of a parameter file. It is at the top level, or nested below
 * {@code ros__parameters} of some node as in ros2_medkit; keys may be nested or joined by dots.
 */
final class LockingText {

    private static final int DEPTH_MAX = 4;
    private static final String SECTION = "locking";
    private static final Set<String> KNOWN = Set.of(
            SECTION + ".enabled",
            SECTION + ".default_max_expiration",
            SECTION + ".cleanup_interval",
            SECTION + ".defaults.components.lock_required_scopes",
            SECTION + ".defaults.components.breakable",
            SECTION + ".defaults.apps.lock_required_scopes",
            SECTION + ".defaults.apps.breakable");

    private LockingText() {}

    /** The settings of the text, and the unknown keys. */
    record Locking(EntitiesSettings settings, Set<String> unknown) {}

    static Locking read(String text, EntitiesSettings base) throws YamlProblem {
        Set<String> unknown = new TreeSet<>();
        YamlMap root = YamlMap.parse(text, unknown);
        YamlMap owner = owner(root, 0);
        if (owner == null) {
            root.onlyKnows(Set.of());
            return new Locking(base, unknown);
        }
        addUnknown(owner, "");
        return new Locking(settings(new Keys(owner), base), unknown);
    }

    /** Records every key below the map that is not part of a known path. */
    private static void addUnknown(YamlMap map, String prefix) throws YamlProblem {
        Set<String> next = new TreeSet<>();
        for (String path : KNOWN) {
            if (path.startsWith(prefix)) {
                next.add(path.substring(prefix.length()).split("\\.", 2)[0]);
            }
        }
        for (String key : map.keys()) {
            String path = prefix + key;
            boolean leads = KNOWN.stream().anyMatch(known -> known.startsWith(path + "."));
            YamlMap below = leads && map.isMap(key) ? map.map(key) : null;
            if (below != null) {
                addUnknown(below, path + ".");
            } else if (!KNOWN.contains(path) && !leads) {
                map.addUnknown(key, next);
            }
        }
    }

    /** Finds the map that contains the section, nested or with dots. */
    private static @Nullable YamlMap owner(YamlMap map, int depth) throws YamlProblem {
        for (String key : map.keys()) {
            if (key.equals(SECTION) || key.startsWith(SECTION + ".")) {
                return map;
            }
        }
        for (String key : depth < DEPTH_MAX ? map.keys() : Set.<String>of()) {
            YamlMap below = map.isMap(key) ? map.map(key) : null;
            YamlMap found = below == null ? null : owner(below, depth + 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static EntitiesSettings settings(Keys keys, EntitiesSettings base) throws YamlProblem {
        Keys.Place enabledAt = keys.find("enabled");
        Boolean enabled = enabledAt == null ? null : enabledAt.map().flag(enabledAt.key());
        Long max = whole(keys, "default_max_expiration");
        whole(keys, "cleanup_interval");
        return base.withLocking(
                enabled == null ? base.enabled() : enabled,
                max == null ? base.maxSeconds() : max,
                defaults(keys, "components", base.components()),
                defaults(keys, "apps", base.apps()));
    }

    private static TypeDefaults defaults(Keys keys, String type, TypeDefaults base)
            throws YamlProblem {
        String path = "defaults." + type + ".";
        Keys.Place scopesAt = keys.find(path + "lock_required_scopes");
        List<EntityCollection> scopes =
                scopesAt == null ? null : EntityReader.scopes(scopesAt.map(), scopesAt.key());
        Keys.Place breakableAt = keys.find(path + "breakable");
        Boolean breakable = breakableAt == null ? null : breakableAt.map().flag(breakableAt.key());
        return new TypeDefaults(
                scopes == null ? base.requiredScopes() : scopes,
                breakable == null ? base.breakable() : breakable);
    }

    private static @Nullable Long whole(Keys keys, String path) throws YamlProblem {
        Keys.Place at = keys.find(path);
        Long value = at == null ? null : at.map().whole(at.key());
        if (at != null && value != null && (value < 0 || value > Limits.SECONDS_MAX)) {
            throw new YamlProblem(
                    at.map().lineOf(at.key()),
                    path + " must be between 0 and " + Limits.SECONDS_MAX + " seconds");
        }
        return value;
    }

    /** Finds keys of the section, with any part of their path joined by dots. */
    private record Keys(YamlMap owner) {

        record Place(YamlMap map, String key) {}

        @Nullable
        Place find(String path) throws YamlProblem {
            return find(owner, SECTION + "." + path);
        }

        private static @Nullable Place find(YamlMap map, String path) throws YamlProblem {
            if (map.keys().contains(path)) {
                return new Place(map, path);
            }
            for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
                String first = path.substring(0, dot);
                YamlMap below = map.keys().contains(first) ? map.map(first) : null;
                Place found = below == null ? null : find(below, path.substring(dot + 1));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
    }
}
