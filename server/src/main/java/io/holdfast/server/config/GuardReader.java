package io.holdfast.server.config;

import io.holdfast.server.auth.CertificateRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads TLS, the roles of client certificates, limits and the audit log. */
final class GuardReader {

    private static final Pattern ROLE = Pattern.compile(
            "([^=\\s]+|\\*)=(reader|user|lock-breaker|admin|operator)(?:@([^=@\\s]+))?");

    private final Values values;

    GuardReader(Values values) {
        this.values = values;
    }

    ServerConfig.@Nullable Tls tls() throws ConfigException {
        Path certificate = file(AuthSetting.TLS_CERT);
        Path key = file(AuthSetting.TLS_KEY);
        if (certificate == null && key == null) {
            if (values.text(GuardSetting.TLS_CLIENT_CA) != null) {
                throw wrong("--tls-client-ca needs TLS; give --tls-cert and --tls-key too.");
            }
            return null;
        }
        if (certificate == null || key == null) {
            throw wrong((key == null ? "--tls-cert" : "--tls-key")
                    + " is given alone; expected both --tls-cert and --tls-key, or neither.");
        }
        checkReadable(certificate, "--tls-cert");
        checkReadable(key, "--tls-key");
        checkPrivate(key, AuthSetting.TLS_KEY);
        return new ServerConfig.Tls(certificate, key, values.on(GuardSetting.TLS_1_2), clients());
    }

    private ServerConfig.@Nullable TlsClients clients() throws ConfigException {
        Path authority = file(GuardSetting.TLS_CLIENT_CA);
        if (authority == null) {
            return null;
        }
        checkReadable(authority, "--tls-client-ca");
        List<CertificateRole> roles = new ArrayList<>();
        for (String item : values.items(GuardSetting.TLS_CLIENT_ROLES)) {
            Matcher parts = ROLE.matcher(item);
            if (!parts.matches()) {
                throw wrong("--tls-client-roles has \"" + item
                        + "\"; expected NAME=ROLE or NAME=ROLE@TENANT, where the role is reader,"
                        + " user, lock-breaker, admin or operator.");
            }
            roles.add(new CertificateRole(parts.group(1), parts.group(2), parts.group(3)));
        }
        boolean needed = "need".equals(values.text(GuardSetting.TLS_CLIENT_AUTH));
        return new ServerConfig.TlsClients(authority, needed, roles);
    }

    ServerConfig.Throttles throttles() throws ConfigException {
        int connections = values.count(GuardSetting.HTTP_MAX_CONNECTIONS);
        Integer perAddress = values.countOrNull(EdgeSetting.HTTP_MAX_CONNECTIONS_PER_IP);
        if (connections > 0 && perAddress != null && perAddress > connections) {
            throw wrong("--http-max-connections-per-ip is more than --http-max-connections."
                    + " Lower the one or raise the other.");
        }
        return new ServerConfig.Throttles(
                values.count(GuardSetting.RATE_LIMIT_PER_PRINCIPAL),
                values.count(GuardSetting.RATE_LIMIT_PRINCIPAL_BURST),
                values.count(GuardSetting.AUTH_FAILURES_PER_IP),
                connections,
                values.count(GuardSetting.MAX_CONNECTIONS_PER_PRINCIPAL),
                values.count(GuardSetting.MAX_UNAUTHENTICATED_CONNECTIONS),
                "forwarded".equals(values.text(GuardSetting.FORWARDED_HEADER)));
    }

    ServerConfig.InFlight inFlight() throws ConfigException {
        long total = bytes(GuardSetting.MAX_IN_FLIGHT_BYTES);
        long perAddress = bytes(GuardSetting.MAX_IN_FLIGHT_BYTES_PER_IP);
        if (total > 0 && perAddress > total) {
            throw wrong("--max-in-flight-bytes-per-ip is more than --max-in-flight-bytes."
                    + " Lower the one or raise the other.");
        }
        return new ServerConfig.InFlight(total, perAddress);
    }

    private long bytes(Setting setting) {
        return values.text(setting) == null ? 0 : values.whole(setting);
    }

    ServerConfig.Audit audit() {
        String name = values.text(GuardSetting.AUDIT_LOG);
        Path file = name == null || name.equals("-") ? null : Path.of(name).toAbsolutePath();
        String level = values.text(GuardSetting.AUDIT_LEVEL);
        return new ServerConfig.Audit(file, level == null ? file != null : level.equals("all"));
    }

    private @Nullable Path file(Setting setting) {
        String name = values.text(setting);
        return name == null ? null : Path.of(name);
    }

    private static void checkReadable(Path file, String flag) throws ConfigException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw wrong(flag + " names " + file
                    + ", which cannot be read. Check path and permissions.");
        }
    }

    /** Rejects a key file that all users can read. */
    static void checkPrivate(Path key, Setting setting) throws ConfigException {
        try {
            if (Files.getPosixFilePermissions(key).contains(PosixFilePermission.OTHERS_READ)) {
                throw wrong("All users of this machine can read the key "
                        + key
                        + " of --"
                        + setting.flagName()
                        + ". Run: chmod 600 "
                        + key);
            }
        } catch (UnsupportedOperationException e) {
            // A file system without POSIX permissions has nothing to check.
        } catch (IOException e) {
            throw wrong("The permissions of " + key + " of --" + setting.flagName()
                    + " cannot be read: " + FileProblems.reason(e));
        }
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
