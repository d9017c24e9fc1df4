package io.holdfast.server.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts of all settings after precedence, each in a valid format. */
final class Values {

    /** The source of a value, the weakest first. */
    enum Source {
        DEFAULT,
        FILE,
        ENVIRONMENT,
        FLAG
    }

    /** A text and its location, in words for messages. */
    record Found(String text, Source source, String place) {}

    private final Map<Setting, Found> found = new LinkedHashMap<>();

    private Values() {}

    static Values resolve(List<String> arguments, Map<String, String> environment)
            throws ConfigException {
        Values values = new Values();
        values.addDefaults();
        Map<Setting, String> flags = Flags.parse(arguments);
        Values named = new Values();
        named.addEnvironment(environment);
        named.addFlags(flags);
        Found file = named.found.get(EdgeSetting.CONFIG);
        if (file != null) {
            values.addFile(ConfigFile.read(Path.of(file.text())), file.text());
        }
        values.found.putAll(named.found);
        values.check();
        return values;
    }

    private void addDefaults() {
        for (Setting setting : Setting.all()) {
            String fallback = setting.fallback();
            if (fallback != null) {
                found.put(setting, new Found(fallback, Source.DEFAULT, "default"));
            }
        }
    }

    private void addFile(Map<Setting, String> texts, String file) {
        texts.forEach((setting, text) -> found.put(
                setting,
                new Found(
                        setting.form().plain(text),
                        Source.FILE,
                        setting.flagName() + " in " + file)));
    }

    private void addEnvironment(Map<String, String> environment) {
        for (Setting setting : Setting.all()) {
            for (String name : setting.environmentNames()) {
                String text = environment.getOrDefault(name, "");
                if (!text.isEmpty() && !found.containsKey(setting)) {
                    String plain = setting.form().plain(text);
                    found.put(setting, new Found(plain, Source.ENVIRONMENT, name));
                }
            }
        }
    }

    private void addFlags(Map<Setting, String> flags) {
        flags.forEach((setting, text) -> found.put(
                setting,
                new Found(setting.form().plain(text), Source.FLAG, "--" + setting.flagName())));
    }

    private void check() throws ConfigException {
        for (Map.Entry<Setting, Found> entry : found.entrySet()) {
            Setting setting = entry.getKey();
            Found value = entry.getValue();
            Optional<String> complaint = setting.form().complaint(value.text());
            if (complaint.isPresent()) {
                String shown = setting.secret() ? "***" : value.text();
                throw new ConfigException(
                        value.source() == Source.FLAG
                                ? ConfigException.USAGE
                                : ConfigException.CONFIGURATION,
                        value.place()
                                + " is \""
                                + shown
                                + "\"; expected "
                                + complaint.get()
                                + ". Correct or remove it.");
            }
        }
    }

    @Nullable
    Found find(Setting setting) {
        return found.get(setting);
    }

    Source source(Setting setting) {
        Found value = found.get(setting);
        return value == null ? Source.DEFAULT : value.source();
    }

    @Nullable
    String text(Setting setting) {
        Found value = found.get(setting);
        return value == null ? null : value.text();
    }

    long whole(Setting setting) {
        return Long.parseLong(required(setting));
    }

    int count(Setting setting) {
        return Math.toIntExact(whole(setting));
    }

    /** Returns the same; null if it is not set. */
    @Nullable
    Integer countOrNull(Setting setting) {
        return text(setting) == null ? null : Integer.valueOf(count(setting));
    }

    /** Returns a count; zero means the ceiling. */
    int capped(Setting setting, int ceiling) {
        int value = count(setting);
        return value == 0 ? ceiling : value;
    }

    long nanos(Setting setting) {
        return whole(setting) * 1_000_000_000L;
    }

    /** Returns the nanoseconds of a setting in seconds, which may have a fraction. */
    long fineNanos(Setting setting) {
        return Math.round(Double.parseDouble(required(setting)) * 1e9);
    }

    boolean on(Setting setting) {
        return SettingFormat.Switch.parse(required(setting)).orElseThrow();
    }

    /** Returns the items of a comma-separated list, without surrounding blanks. */
    List<String> items(Setting setting) {
        String text = text(setting);
        return text == null
                ? List.of()
                : Stream.of(text.split(","))
                        .map(String::trim)
                        .filter(item -> !item.isEmpty())
                        .toList();
    }

    private String required(Setting setting) {
        String text = text(setting);
        if (text == null) {
            throw new IllegalStateException("no default for " + setting);
        }
        return text;
    }
}
