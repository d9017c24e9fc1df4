package io.holdfast.server.config;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations with a unit, as people write them. */
public final class Durations {

    private static final Pattern WITH_UNIT =
            Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Map<String, BigDecimal> SECONDS = Map.of(
            "ms",
            new BigDecimal("0.001"),
            "s",
            BigDecimal.ONE,
            "m",
            BigDecimal.valueOf(60),
            "h",
            BigDecimal.valueOf(3_600));

    private Durations() {}

    /** Returns the seconds of a duration with a unit, and every other text as it is. */
    public static String inSeconds(String text) {
        Matcher matcher = WITH_UNIT.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        BigDecimal unit = SECONDS.getOrDefault(matcher.group(2), BigDecimal.ONE);
        return new BigDecimal(matcher.group(1))
                .multiply(unit)
                .stripTrailingZeros()
                .toPlainString();
    }
}
