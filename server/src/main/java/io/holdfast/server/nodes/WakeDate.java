package io.holdfast.server.nodes;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The date of a node's {@code wake} line. */
final class WakeDate {

    private WakeDate() {}

    /**
     * Parses a date as midnight in UTC, or a time with an offset. Returns zero for any other text,
     * because an unreadable date must never hide work.
     */
    static long millis(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli()
                    : OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            return 0;
        }
    }
}
