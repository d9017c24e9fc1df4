package io.holdfast.server.config;

import io.holdfast.server.text.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A map of a YAML text that knows its line numbers, and collects its unknown keys. */
public final class YamlMap {

    private static final int ALIASES_MAX = 50;

    private final int line;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Integer> keyLines = new LinkedHashMap<>();
    private final Set<String> unknown;

    private YamlMap(MappingNode node, Set<String> unknown) throws YamlProblem {
        this.line = lineOf(node);
        this.unknown = unknown;
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new YamlProblem(lineOf(tuple.getKeyNode()), "a key must be a text");
            }
            keyLines.put(key.getValue(), lineOf(key));
            if (values.put(key.getValue(), tuple.getValueNode()) != null) {
                throw new YamlProblem(lineOf(key), "the key " + key.getValue() + " comes twice");
            }
        }
    }

    /** Parses a whole text as a map; empty if the text is empty. */
    public static YamlMap parse(String text, Set<String> unknown) throws YamlProblem {
        try {
            // Limits aliases, because a few lines of them can expand to more than the memory.
            LoadSettings settings = LoadSettings.builder()
                    .setMaxAliasesForCollections(ALIASES_MAX)
                    .build();
            Node root = new Compose(settings).composeString(text).orElse(null);
            if (root == null || isNull(root)) {
                return parse("{}", unknown);
            }
            if (root instanceof MappingNode map) {
                return new YamlMap(map, unknown);
            }
            throw new YamlProblem(lineOf(root), "expected keys with values");
        } catch (MarkedYamlEngineException e) {
            int at = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new YamlProblem(at, "this is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new YamlProblem(1, "this is not YAML: " + e.getMessage());
        }
    }

    public int line() {
        return line;
    }

    public Set<String> keys() {
        return values.keySet();
    }

    /** Records the keys that are not among these as unknown. */
    void onlyKnows(Set<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                unknown.add(key);
            }
        }
    }

    /** Records a key as unknown, with its line and the name that it may be meant to be. */
    void addUnknown(String key, Set<String> known) {
        unknown.add(key + " (line " + keyLines.getOrDefault(key, line) + ")"
                + Nearest.question(key, known));
    }

    int lineOf(String key) {
        Node node = values.get(key);
        return node == null ? line : lineOf(node);
    }

    private @Nullable Node value(String key) {
        Node node = values.get(key);
        return node == null || isNull(node) ? null : node;
    }

    /** Returns the map of a key; null if there is none. */
    @Nullable
    YamlMap map(String key) throws YamlProblem {
        Node node = value(key);
        if (node == null) {
            return null;
        }
        if (node instanceof MappingNode map) {
            return new YamlMap(map, unknown);
        }
        throw new YamlProblem(lineOf(node), key + " must be a map");
    }

    /** Returns the maps of a list; empty if there is none. */
    List<YamlMap> maps(String key) throws YamlProblem {
        List<YamlMap> maps = new ArrayList<>();
        for (Node node : nodes(key)) {
            if (!(node instanceof MappingNode map)) {
                throw new YamlProblem(lineOf(node), "each of " + key + " must be a map");
            }
            maps.add(new YamlMap(map, unknown));
        }
        return maps;
    }

    /** Returns a scalar of any type as text; null if there is none. */
    @Nullable
    String text(String key) throws YamlProblem {
        Node node = value(key);
        if (node == null) {
            return null;
        }
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new YamlProblem(lineOf(node), key + " must be a text");
    }

    /** Returns the texts of a list; null if there is none. */
    @Nullable
    List<Text> texts(String key) throws YamlProblem {
        if (value(key) == null) {
            return null;
        }
        List<Text> texts = new ArrayList<>();
        for (Node node : nodes(key)) {
            if (!(node instanceof ScalarNode scalar) || isNull(node)) {
                throw new YamlProblem(lineOf(node), "each of " + key + " must be a text");
            }
            texts.add(new Text(scalar.getValue(), lineOf(node)));
        }
        return texts;
    }

    /** A text with its line. */
    record Text(String text, int line) {}

    @Nullable
    Boolean flag(String key) throws YamlProblem {
        Node node = value(key);
        if (node == null) {
            return null;
        }
        String text = node instanceof ScalarNode scalar && scalar.isPlain()
                ? scalar.getValue().toLowerCase(Locale.ROOT)
                : "";
        return switch (text) {
            // YAML 1.1 has more words for booleans, and ros2_medkit's files may use them.
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw new YamlProblem(lineOf(node), key + " must be true or false");
        };
    }

    @Nullable
    Long whole(String key) throws YamlProblem {
        Node node = value(key);
        if (node == null) {
            return null;
        }
        if (node instanceof ScalarNode scalar && node.getTag().equals(Tag.INT)) {
            try {
                return Long.parseLong(scalar.getValue());
            } catch (NumberFormatException e) {
                throw new YamlProblem(lineOf(node), key + " is too large");
            }
        }
        throw new YamlProblem(lineOf(node), key + " must be a whole number");
    }

    private List<Node> nodes(String key) throws YamlProblem {
        Node node = value(key);
        if (node == null) {
            return List.of();
        }
        if (node instanceof SequenceNode list) {
            return list.getValue();
        }
        throw new YamlProblem(lineOf(node), key + " must be a list");
    }

    /** Returns whether the value of a key is itself a map. */
    boolean isMap(String key) {
        return values.get(key) instanceof MappingNode;
    }

    private static boolean isNull(Node node) {
        return node.getTag().equals(Tag.NULL);
    }

    private static int lineOf(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }
}
