package io.holdfast.server.terraform;

import io.holdfast.server.config.Durations;
import io.holdfast.server.http.Exchange;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * How long a lock lasts unless it is renewed. Terraform sends nothing while it runs, so the default
 * is longer than most runs: a lock that outlives its run is visible and can be broken, but a lock
 * that ends during a run protects nothing.
 */
final class LeaseTime {

    private static final String PARAMETER = "lease";
    private static final long DEFAULT_SECONDS = TimeUnit.HOURS.toSeconds(12);
    private static final long SECONDS_MAX = TimeUnit.DAYS.toSeconds(30);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private LeaseTime() {}

    /** Returns the lease that the query names, or the default. */
    static long nanos(Exchange exchange) throws BadLock {
        for (String name : exchange.queryNames()) {
            if (!name.equals(PARAMETER)) {
                throw new BadLock("unknown parameter " + shown(name) + "; expected " + PARAMETER);
            }
        }
        String given = exchange.query(PARAMETER);
        long seconds = DEFAULT_SECONDS;
        if (given != null) {
            String text = Durations.inSeconds(given);
            seconds = SECONDS.matcher(text).matches() ? Long.parseLong(text) : 0;
        }
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new BadLock("lease must be a duration from 1s to "
                    + TimeUnit.SECONDS.toHours(SECONDS_MAX) + "h, such as 90m");
        }
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static String shown(String name) {
        return name.length() > 64 ? name.substring(0, 64) + "..." : name;
    }
}
