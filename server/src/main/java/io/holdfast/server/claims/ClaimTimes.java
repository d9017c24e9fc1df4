package io.holdfast.server.claims;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats and parses times of the claims API. */
final class ClaimTimes {

    /** RFC 2822 in UTC. As in Nessy, the zone is written as unknown. */
    private static final DateTimeFormatter WRITTEN = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss '-0000'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final int DATE_LENGTH = 10;

    private ClaimTimes() {}

    static String text(long millis) {
        return WRITTEN.format(Instant.ofEpochMilli(millis));
    }

    /** Parses one of three formats to whole epoch seconds. Returns NaN if none matches. */
    static double epochSeconds(String text) {
        String stripped = text.strip();
        double number = Seconds.parse(stripped);
        if (!Double.isNaN(number)) {
            return Math.floor(number);
        }
        try {
            return stripped.indexOf(',') >= 0 ? rfc2822(stripped) : iso8601(stripped);
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }

    private static double rfc2822(String text) {
        return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
    }

    private static double iso8601(String text) {
        if (text.length() == DATE_LENGTH) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toEpochSecond();
        }
        // A plus sign that was not escaped arrives as a space.
        String plain = text.replace(' ', '+');
        boolean zoned = plain.endsWith("Z")
                || plain.indexOf('+') > DATE_LENGTH
                || plain.lastIndexOf('-') > DATE_LENGTH;
        return zoned
                ? OffsetDateTime.parse(plain).toEpochSecond()
                : LocalDateTime.parse(plain).toEpochSecond(ZoneOffset.UTC);
    }
}
