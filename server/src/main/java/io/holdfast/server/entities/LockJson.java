package io.holdfast.server.entities;

import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes locks. The holder's id is never shown. */
final class LockJson {

    private static final String PREFIX = "lock_";
    private static final int DIGITS_MAX = 18;

    private LockJson() {}

    static String id(long number) {
        return PREFIX + number;
    }

    /** Returns the lock number, or zero, which no lock has, if the text is not a lock id. */
    static long number(String id) {
        String digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
        boolean canonical = !digits.isEmpty()
                && digits.length() <= DIGITS_MAX
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && digits.charAt(0) != '0';
        return canonical ? Long.parseLong(digits) : 0;
    }

    static Map<String, Object> of(EntityLockState lock, @Nullable ClientId reader) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id(lock.number()));
        json.put("owned", lock.holder().equals(reader));
        if (!lock.scopes().isEmpty()) {
            json.put(
                    "scopes", lock.scopes().stream().map(EntityCollection::text).toList());
        }
        json.put("lock_expiration", instant(lock.untilMillis()));
        json.put("x-fence", lock.fence());
        return json;
    }

    /** Formats the time in UTC, in whole seconds. */
    static String instant(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
