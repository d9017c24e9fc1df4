package io.holdfast.server.nodes;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times of the nodes API: ISO 8601 in UTC, always with milliseconds. */
final class NodeTimes {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private NodeTimes() {}

    static String of(long millis) {
        return FORMAT.format(Instant.ofEpochMilli(millis));
    }

    static String date(long millis) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC).toString();
    }
}
