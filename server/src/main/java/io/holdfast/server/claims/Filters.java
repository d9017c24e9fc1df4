package io.holdfast.server.claims;

import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimFilter.Range;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.server.http.Exchange;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The query of a list: ten filters, the limit and the offset. */
record Filters(ClaimFilter filter, int limit, long offset) {

    static final int LIMIT_DEFAULT = 1000;
    static final int LIMIT_MAX = 10_000;
    private static final String UNREADABLE = "Failed to parse query string";

    private static final Set<String> NAMES = Set.of(
            "resource",
            "status",
            "minimum_created",
            "maximum_created",
            "minimum_ttl",
            "maximum_ttl",
            "minimum_active_duration",
            "maximum_active_duration",
            "minimum_waiting_duration",
            "maximum_waiting_duration",
            "limit",
            "offset");

    static Filters of(Exchange exchange) throws BadClaim {
        BadClaim bad = new BadClaim();
        for (String name : exchange.queryNames()) {
            if (!NAMES.contains(name)) {
                bad.add(name, "Unknown parameter");
            }
        }
        ClaimFilter filter = new ClaimFilter(
                exchange.query("resource"),
                status(exchange.query("status"), bad),
                range(exchange, "created", ClaimTimes::epochSeconds, bad),
                range(exchange, "ttl", Seconds::parse, bad),
                range(exchange, "active_duration", Seconds::parse, bad),
                range(exchange, "waiting_duration", Seconds::parse, bad));
        long limit = whole(exchange, "limit", LIMIT_DEFAULT, bad);
        long offset = whole(exchange, "offset", 0, bad);
        if (!bad.isEmpty()) {
            bad.faults().putIfAbsent(ClaimErrors.MESSAGE, UNREADABLE);
            throw bad;
        }
        return new Filters(filter, (int) Math.min(limit, LIMIT_MAX), offset);
    }

    private static @Nullable ClaimStatus status(@Nullable String text, BadClaim bad) {
        ClaimStatus status = text == null ? null : ClaimStatus.named(text);
        if (text != null && status == null) {
            bad.add("status", "Invalid value for status");
        }
        return status;
    }

    private static Range range(
            Exchange exchange, String what, ToDoubleFunction<String> reader, BadClaim bad) {
        double min = bound(exchange, "minimum_" + what, Range.OPEN.min(), reader, bad);
        double max = bound(exchange, "maximum_" + what, Range.OPEN.max(), reader, bad);
        return new Range(min, max);
    }

    private static double bound(
            Exchange exchange,
            String name,
            double open,
            ToDoubleFunction<String> reader,
            BadClaim bad) {
        String text = exchange.query(name);
        double value = text == null ? open : reader.applyAsDouble(text);
        if (Double.isNaN(value)) {
            bad.add(name, "Cannot be read");
        }
        return value;
    }

    private static long whole(Exchange exchange, String name, long otherwise, BadClaim bad) {
        String text = exchange.query(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Falls through to the same error: the text is not a valid number.
        }
        bad.add(name, "Must be a whole number, zero or more");
        return otherwise;
    }
}
