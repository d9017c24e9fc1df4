package io.holdfast.server.config;

import io.holdfast.server.text.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The YAML file of {@code --config}: a flat map from setting names to values. */
final class ConfigFile {

    private static final long BYTES_MAX = 1 << 20;

    private ConfigFile() {}

    static Map<Setting, String> read(Path file) throws ConfigException {
        Object document;
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw wrong(file, "is larger than 1 MiB. Give a file with settings only.");
            }
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setMaxAliasesForCollections(0)
                    .build();
            document = new Load(settings).loadFromString(Files.readString(file));
        } catch (IOException e) {
            throw wrong(
                    file,
                    "cannot be read: " + FileProblems.reason(e)
                            + ". Check the path and its permissions.");
        } catch (YamlEngineException e) {
            throw wrong(file, "is not YAML: " + e.getMessage());
        }
        if (document == null) {
            return new LinkedHashMap<>();
        }
        if (!(document instanceof Map<?, ?> map)) {
            throw wrong(file, "must be a map of settings, one \"name: value\" on each line.");
        }
        return settings(file, map);
    }

    private static Map<Setting, String> settings(Path file, Map<?, ?> map) throws ConfigException {
        Map<Setting, String> values = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Setting setting = Setting.ofName(String.valueOf(entry.getKey()));
            if (setting == null || setting == EdgeSetting.CONFIG) {
                throw wrong(
                        file,
                        "has the unknown setting \""
                                + entry.getKey()
                                + "\"."
                                + Nearest.question(String.valueOf(entry.getKey()), names())
                                + " The names are those of the flags without the leading dashes;"
                                + " \"holdfast serve --help\" lists them.");
            }
            if (entry.getValue() != null) {
                values.put(setting, text(file, setting, entry.getValue()));
            }
        }
        return values;
    }

    private static List<String> names() {
        return Setting.all().stream().map(Setting::flagName).toList();
    }

    private static String text(Path file, Setting setting, Object value) throws ConfigException {
        if (value instanceof List<?> items) {
            List<String> texts = new ArrayList<>();
            for (Object item : items) {
                texts.add(String.valueOf(item));
            }
            return String.join(",", texts);
        }
        if (value instanceof Map<?, ?>) {
            throw wrong(file, "has a map as \"" + setting.flagName() + "\"; expected one value.");
        }
        return String.valueOf(value);
    }

    private static ConfigException wrong(Path file, String what) {
        return new ConfigException(
                ConfigException.CONFIGURATION, "The file " + file + " of --config " + what);
    }
}
