package io.holdfast.server.config;

import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.EntitySpec;
import io.holdfast.core.command.EntityType;
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
 * Where the rules of entity locks and the entities come from. The files are read at the start, and
 * once more whenever the process is asked to.
 *
 * @param demo whether the example that comes with the server stands in for a file that is not given
 * @param base what holds where the files say nothing
 */
public record EntitiesFiles(
        @Nullable Path params, @Nullable Path manifest, boolean demo, EntitiesSettings base) {

    private static final long BYTES_MAX = 16 << 20;
    private static final String EXAMPLES = "/examples/entities/";

    /** What the files say now. */
    public record Contents(
            EntitiesSettings settings, List<EntitySpec> entities, List<String> warnings) {}

    /** A text and what to call it. */
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

    /** Reads the description of one entity, which JSON is too. */
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
                throw new IllegalStateException("the build lacks " + name);
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
