package io.holdfast.server.config;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.LockRules;
import io.holdfast.server.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one entity, from a manifest or a registration by an admin. */
public final class EntityReader {

    /** The valid ids of entities. */
    public static final Pattern ID =
            Pattern.compile("[A-Za-z0-9_-]{1," + Limits.ENTITY_ID_BYTES_MAX + "}");

    private static final List<String> SHOWN_TEXTS =
            List.of("description", "type", "namespace", "parent_component_id");
    private static final List<String> SHOWN_LISTS = List.of("depends_on", "hosted_by");
    private static final Set<String> KNOWN = Set.of(
            "id",
            "name",
            "lock",
            "area",
            "is_located_on",
            "component",
            "subareas",
            "description",
            "type",
            "namespace",
            "parent_component_id",
            "depends_on",
            "hosted_by",
            "external",
            "ros_binding");
    private static final Set<String> KNOWN_OF_LOCK =
            Set.of("required_scopes", "breakable", "max_expiration");

    private EntityReader() {}

    /** @param parent the enclosing area; null if there is none or the entity names it itself */
    public static EntitySpec read(EntityType type, YamlMap map, @Nullable String parent)
            throws YamlProblem {
        map.onlyKnows(KNOWN);
        String id = map.text("id");
        if (id == null || !ID.matcher(id).matches()) {
            throw new YamlProblem(
                    map.lineOf("id"),
                    id == null
                            ? "an entity needs an id"
                            : "id must be 1 to " + Limits.ENTITY_ID_BYTES_MAX
                                    + " letters, digits, underscores or hyphens");
        }
        String name = map.text("name");
        return new EntitySpec(
                type,
                id,
                name == null ? id : name,
                parent != null ? parent : parent(type, map),
                rules(type, map),
                details(map));
    }

    private static @Nullable String parent(EntityType type, YamlMap map) throws YamlProblem {
        return switch (type) {
            case COMPONENT, AREA -> map.text("area");
            case APP -> {
                String component = map.text("is_located_on");
                yield component != null ? component : map.text("component");
            }
            case FUNCTION -> null;
        };
    }

    private static LockRules rules(EntityType type, YamlMap map) throws YamlProblem {
        YamlMap lock = type.lockable() ? map.map("lock") : null;
        if (lock == null) {
            return LockRules.OPEN;
        }
        lock.onlyKnows(KNOWN_OF_LOCK);
        Long max = lock.whole("max_expiration");
        if (max != null && max > Limits.SECONDS_MAX) {
            throw new YamlProblem(lock.lineOf("max_expiration"), "max_expiration is too large");
        }
        return new LockRules(
                scopes(lock, "required_scopes"),
                lock.flag("breakable"),
                max == null ? 0 : Math.max(0, max));
    }

    /** Reads names of collections; an empty text is skipped. Returns null if the key is missing. */
    static @Nullable List<EntityCollection> scopes(YamlMap map, String key) throws YamlProblem {
        List<YamlMap.Text> names = map.texts(key);
        if (names == null) {
            return null;
        }
        List<EntityCollection> scopes = new ArrayList<>();
        for (YamlMap.Text name : names) {
            EntityCollection scope = EntityCollection.named(name.text());
            if (scope == null && !name.text().isEmpty()) {
                throw new YamlProblem(
                        name.line(),
                        "\"" + name.text() + "\" is not a scope; expected one of "
                                + String.join(", ", EntityCollection.texts()));
            }
            if (scope != null && !scopes.contains(scope)) {
                scopes.add(scope);
            }
        }
        return scopes;
    }

    /** Returns the other displayed fields, as the members of a JSON object without its braces. */
    private static @Nullable Blob details(YamlMap map) throws YamlProblem {
        StringBuilder json = new StringBuilder();
        for (String key : SHOWN_TEXTS) {
            String text = map.text(key);
            if (text != null) {
                member(json, key).append('"');
                JsonText.escape(json, text);
                json.append('"');
            }
        }
        for (String key : SHOWN_LISTS) {
            List<YamlMap.Text> texts = map.texts(key);
            if (texts != null) {
                member(json, key).append('[');
                String comma = "";
                for (YamlMap.Text text : texts) {
                    json.append(comma).append('"');
                    JsonText.escape(json, text.text());
                    json.append('"');
                    comma = ",";
                }
                json.append(']');
            }
        }
        Boolean external = map.flag("external");
        if (external != null) {
            member(json, "external").append(external.booleanValue());
        }
        return json.isEmpty() ? null : new Blob(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static StringBuilder member(StringBuilder json, String key) {
        return json.append(json.isEmpty() ? "\"" : ",\"").append(key).append("\":");
    }
}
