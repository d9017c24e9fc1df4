package io.holdfast.server.config;

import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A manifest: the entities, their relations, and their lock rules. */
final class ManifestText {

    private static final String VERSION = "1.0";
    private static final Set<String> KNOWN = Set.of(
            "manifest_version",
            "sovd_version",
            "metadata",
            "config",
            "discovery",
            "areas",
            "components",
            "assets",
            "apps",
            "functions",
            "scripts",
            "capabilities");

    private final Set<String> unknown = new TreeSet<>();
    private final List<EntitySpec> specs = new ArrayList<>();
    private final List<String> dangling = new ArrayList<>();
    private final Map<EntityType, Map<String, YamlMap>> found = new EnumMap<>(EntityType.class);

    private ManifestText() {
        for (EntityType type : EntityType.values()) {
            found.put(type, new LinkedHashMap<>());
        }
    }

    /** The entities of a text, and warnings about it. */
    record Manifest(List<EntitySpec> entities, List<String> warnings) {}

    static Manifest read(String text) throws YamlProblem {
        ManifestText reader = new ManifestText();
        reader.readAll(YamlMap.parse(text, reader.unknown));
        List<String> warnings = new ArrayList<>(reader.dangling);
        if (!reader.unknown.isEmpty()) {
            warnings.add("ignores these keys: " + String.join(", ", reader.unknown));
        }
        return new Manifest(List.copyOf(reader.specs), warnings);
    }

    private void readAll(YamlMap root) throws YamlProblem {
        root.onlyKnows(KNOWN);
        // The key in early manifests of ros2_medkit.
        boolean early = root.keys().contains("sovd_version");
        String version = root.text(early ? "sovd_version" : "manifest_version");
        if (!VERSION.equals(version)) {
            throw new YamlProblem(
                    root.lineOf("manifest_version"),
                    version == null
                            ? "manifest_version is missing; expected \"" + VERSION + "\""
                            : "manifest_version is \"" + version + "\"; expected \"" + VERSION
                                    + "\"");
        }
        for (YamlMap area : root.maps("areas")) {
            area(area, null);
        }
        section(root, "components", EntityType.COMPONENT);
        section(root, "apps", EntityType.APP);
        section(root, "functions", EntityType.FUNCTION);
        relations();
    }

    private void area(YamlMap area, @Nullable String parent) throws YamlProblem {
        EntitySpec spec = add(EntityType.AREA, area, parent);
        for (YamlMap below : area.maps("subareas")) {
            area(below, spec.id());
        }
    }

    private void section(YamlMap root, String key, EntityType type) throws YamlProblem {
        for (YamlMap entity : root.maps(key)) {
            add(type, entity, null);
        }
    }

    private EntitySpec add(EntityType type, YamlMap map, @Nullable String parent)
            throws YamlProblem {
        EntitySpec spec = EntityReader.read(type, map, parent);
        YamlMap before = of(type).putIfAbsent(spec.id(), map);
        if (before != null) {
            throw new YamlProblem(
                    map.lineOf("id"),
                    "the id \"" + spec.id() + "\" is also that of the " + type.title() + " on line "
                            + before.line());
        }
        YamlMap component = of(EntityType.COMPONENT).get(spec.id());
        if (type == EntityType.APP && component != null) {
            throw new YamlProblem(
                    map.lineOf("id"),
                    "the app \"" + spec.id() + "\" has the id of the component on line "
                            + component.line()
                            + "; a lock could be meant for either, so that one must be renamed");
        }
        specs.add(spec);
        return spec;
    }

    private Map<String, YamlMap> of(EntityType type) {
        Map<String, YamlMap> map = found.get(type);
        return map == null ? Map.of() : map;
    }

    /** An app may have no component, but not an unknown one. */
    private void relations() throws YamlProblem {
        for (EntitySpec spec : specs) {
            YamlMap map = of(spec.type()).get(spec.id());
            String parent = spec.parent();
            if (map == null) {
                continue;
            }
            if (parent != null) {
                boolean app = spec.type() == EntityType.APP;
                need(map, app ? "is_located_on" : "area", above(spec.type()), parent);
            }
            String component = map.text("parent_component_id");
            if (spec.type() == EntityType.COMPONENT && component != null) {
                need(map, "parent_component_id", EntityType.COMPONENT, component);
            }
            List<YamlMap.Text> hosts = map.texts("hosted_by");
            for (YamlMap.Text host : hosts == null ? List.<YamlMap.Text>of() : hosts) {
                if (!of(EntityType.APP).containsKey(host.text())) {
                    dangling.add("line " + host.line() + " names the unknown app \"" + host.text()
                            + "\"");
                }
            }
        }
    }

    private void need(YamlMap map, String key, EntityType type, String id) throws YamlProblem {
        if (!of(type).containsKey(id)) {
            throw new YamlProblem(
                    map.lineOf(key),
                    "there is no " + type.title().toLowerCase(Locale.ROOT) + " \"" + id + "\"");
        }
    }

    private static EntityType above(EntityType type) {
        return type == EntityType.APP ? EntityType.COMPONENT : EntityType.AREA;
    }
}
