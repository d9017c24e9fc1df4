package io.holdfast.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bearer token: the flag, the file's flag, the environment, its file, the config file.
 */
final class AuthTokens {

    private static final long BYTES_MAX = 65_536;

    private AuthTokens() {}

    static @Nullable Secret find(Values values, List<String> warnings) throws ConfigException {
        Values.Found token = values.find(AuthSetting.AUTH_TOKEN);
        Values.Found file = values.find(AuthSetting.AUTH_TOKEN_FILE);
        if (token == null && file == null) {
            return null;
        }
        // If both have the same rank, the plain token wins, as in dflockd.
        if (token != null && (file == null || token.source().compareTo(file.source()) >= 0)) {
            if (token.source() == Values.Source.FLAG) {
                warnings.add("The token of --auth-token is visible in the process list."
                        + " Prefer --auth-token-file or HOLDFAST_AUTH_TOKEN.");
            }
            return checked(token.text(), token.place());
        }
        if (file == null) {
            throw new IllegalStateException("neither a token nor its file");
        }
        Secret secret = checked(read(file), file.place() + " (" + file.text() + ")");
        if (isOpen(Path.of(file.text()))) {
            warnings.add("All users of this machine can read the token in " + file.text()
                    + ". Run: chmod 600 " + file.text());
        }
        return secret;
    }

    private static String read(Values.Found file) throws ConfigException {
        Path path = Path.of(file.text());
        try {
            if (Files.size(path) > BYTES_MAX) {
                throw wrong(file.place() + " names a file of more than 64 KiB; expected one line.");
            }
            return Files.readString(path);
        } catch (IOException e) {
            throw wrong(file.place()
                    + " names a file that cannot be read as text ("
                    + e
                    + "). Check the path and its permissions.");
        }
    }

    private static boolean isOpen(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            // A file system without POSIX permissions needs no warning.
            return false;
        }
    }

    private static Secret checked(String text, String place) throws ConfigException {
        String token = text.trim();
        if (token.isEmpty()) {
            throw wrong("The token in " + place + " is empty. Give one, or remove the setting.");
        }
        if (token.indexOf('\n') >= 0 || token.indexOf('\r') >= 0) {
            throw wrong("The token in " + place + " has more than one line; expected exactly one.");
        }
        return new Secret(token);
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
