package io.holdfast.server.config;

import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files with the lock rules and the entities. They are read at the start, and again on SIGHUP.
 *
 * @param demo whether the built-in example replaces a file that is not given
 * @param base the defaults for keys that the files do not set
 */
public record EntitiesFiles(
        @Nullable Path params, @Nullable Path manifest, boolean demo, EntitiesSettings base) {

    private static final long BYTES_MAX = 16 << 20;
    private static final String EXAMPLES = "/examples/entities/";

    /** The content of the files. */
    public record Contents(
            EntitiesSettings settings, List<EntitySpec> entities, List<String> warnings) {}

    /** A text and its name for messages. */
    private record Source(String label, String text) {}

    public Contents read() throws ConfigException {
        List<String> warnings = new ArrayList<>();
        EntitiesSettings settings = base;
        Source paramsText = source(params, "--entities-params", "gateway_params.yaml");
        if (paramsText != null) {
            try {
                LockingText.Locking locking = LockingText.read(paramsText.text(), base);
                settings = locking.settings();
                if (!locking.unknown().isEmpty()) {
                    warnings.add(paramsText.label() + ": ignores these keys: "
                            + String.join(", ", locking.unknown()));
                }
            } catch (YamlProblem e) {
                throw wrong(paramsText.label(), e);
            }
        }
        return new Contents(settings, entities(settings, warnings), List.copyOf(warnings));
    }

    private List<EntitySpec> entities(EntitiesSettings settings, List<String> warnings)
            throws ConfigException {
        Source text = source(manifest, "--entities-manifest", "manifest.yaml");
        if (text == null) {
            return List.of();
        }
        try {
            ManifestText.Manifest read = ManifestText.read(text.text());
            if (!read.warnings().isEmpty()) {
                warnings.add(text.label() + ": " + String.join("; ", read.warnings()));
            }
            if (read.entities().size() > settings.entitiesMax()) {
                throw new YamlProblem(
                        1,
                        "there are " + read.entities().size() + " entities, and no more than "
                                + settings.entitiesMax()
                                + " are allowed; see --max-entities");
            }
            return read.entities();
        } catch (YamlProblem e) {
            throw wrong(text.label(), e);
        }
    }

    /** Reads the description of one entity, in YAML or JSON. */
    public static EntitySpec entity(EntityType type, String text) throws YamlProblem {
        return EntityReader.read(type, YamlMap.parse(text, new java.util.TreeSet<>()), null);
    }

    private @Nullable Source source(@Nullable Path file, String flag, String example)
            throws ConfigException {
        if (file == null) {
            return demo ? example(example) : null;
        }
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new ConfigException(
                        ConfigException.CONFIGURATION,
                        "The file " + file + " of " + flag + " is larger than 16 MiB.");
            }
            return new Source(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new ConfigException(
                    ConfigException.CONFIGURATION,
                    "The file " + file + " of " + flag + " cannot be read: "
                            + FileProblems.reason(e) + ". Check the path and its permissions.");
        }
    }

    private static Source example(String name) {
        try (InputStream in = EntitiesFiles.class.getResourceAsStream(EXAMPLES + name)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + name);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Source("example " + name, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConfigException wrong(String label, YamlProblem problem) {
        return new ConfigException(
                ConfigException.CONFIGURATION,
                label + ", line " + problem.line() + ": " + problem.reason());
    }
}
