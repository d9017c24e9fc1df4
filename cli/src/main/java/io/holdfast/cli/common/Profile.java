package io.holdfast.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file with settings for all commands, one {@code name = value} for each line:
 * {@code ~/.config/holdfast/default.conf}, or another name with {@code --profile}.
 */
final class Profile {

    static final List<String> NAMES = List.of("url", "token-file", "ca", "owner", "timeout");

    private Profile() {}

    /** Returns the file of a profile. */
    static Path file(String name, Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
        String base = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path directory = base.isEmpty() ? Path.of(home, ".config") : Path.of(base);
        return directory.resolve("holdfast").resolve(name + ".conf");
    }

    /** Reads a file; relative paths in it start at its directory. */
    static Map<String, String> read(Path file) throws CommandFailure {
        Map<String, String> settings = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            int equals = text.indexOf('=');
            String name = text.substring(0, Math.max(0, equals)).strip();
            if (!NAMES.contains(name)) {
                String wrong = equals < 0 ? text : name;
                throw new CommandFailure(
                        ExitCode.USAGE,
                        file + ", line " + number + ": unknown setting \"" + wrong + "\""
                                + Nearest.hint(wrong, NAMES) + "; the settings are "
                                + String.join(", ", NAMES));
            }
            settings.put(name, text.substring(equals + 1).strip());
        }
        for (String path : List.of("token-file", "ca")) {
            settings.computeIfPresent(
                    path, (_, value) -> file.resolveSibling(value).toString());
        }
        return settings;
    }

    private static List<String> lines(Path file) throws CommandFailure {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FILES,
                    "The profile " + file + " cannot be read: " + CommandFailure.reason(e));
        }
    }
}
