package io.holdfast.server.config;

import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The file with tenants' quotas. It is read at the start, and again on SIGHUP.
 *
 * @param each the quota of the flags, for tenants and limits that the file does not set
 */
public record TenantsFile(@Nullable Path file, TenantQuota each) {

    private static final long BYTES_MAX = 1 << 20;
    private static final String KEYS = "max-keys";
    private static final String LEASES = "max-leases";
    private static final String WAITERS = "max-waiters";
    private static final String SESSIONS = "max-sessions";
    private static final String BYTES = "max-bytes";
    private static final List<String> KNOWN = List.of(KEYS, LEASES, WAITERS, SESSIONS, BYTES);

    /** Returns the quotas of the flags and the file. */
    public TenantsSettings read() throws ConfigException {
        Path path = file;
        if (path == null) {
            return new TenantsSettings(each, new TreeMap<>());
        }
        try {
            if (Files.size(path) > BYTES_MAX) {
                throw wrong("The file " + path + " of --tenants-file is larger than 1 MiB.");
            }
            return new TenantsSettings(each, named(Files.readString(path)));
        } catch (IOException e) {
            throw wrong("The file " + path + " of --tenants-file cannot be read: "
                    + FileProblems.reason(e) + ". Check the path and its permissions.");
        } catch (YamlProblem e) {
            throw wrong(path + ", line " + e.line() + ": " + e.reason());
        } catch (IllegalArgumentException e) {
            throw wrong(path + ": " + e.getMessage());
        }
    }

    private SortedMap<String, TenantQuota> named(String text) throws YamlProblem {
        YamlMap tenants = YamlMap.parse(text, new TreeSet<>());
        SortedMap<String, TenantQuota> named = new TreeMap<>();
        for (String name : tenants.keys()) {
            YamlMap quota = tenants.map(name);
            named.put(name, quota == null ? each : quota(quota));
        }
        return named;
    }

    private TenantQuota quota(YamlMap map) throws YamlProblem {
        for (String key : map.keys()) {
            if (!KNOWN.contains(key)) {
                throw new YamlProblem(
                        map.lineOf(key),
                        key + " is not known; expected one of " + String.join(", ", KNOWN));
            }
        }
        return new TenantQuota(
                count(map, KEYS, each.keysMax()),
                count(map, LEASES, each.leasesMax()),
                count(map, WAITERS, each.waitersMax()),
                count(map, SESSIONS, each.sessionsMax()),
                count(map, BYTES, each.storedBytesMax()));
    }

    private static long count(YamlMap map, String key, long otherwise) throws YamlProblem {
        Long value = map.whole(key);
        if (value != null && value < 0) {
            throw new YamlProblem(map.lineOf(key), key + " must not be negative");
        }
        return value == null ? otherwise : value;
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
