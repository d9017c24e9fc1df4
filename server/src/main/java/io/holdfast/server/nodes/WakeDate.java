package io.holdfast.server.nodes;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** The date of a node's {@code wake} line. */
final class WakeDate {

    private WakeDate() {}

    /**
     * Midnight of a day in UTC, or an instant with an offset; zero where the text is neither,
     * because what cannot be read must never hide work.
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
