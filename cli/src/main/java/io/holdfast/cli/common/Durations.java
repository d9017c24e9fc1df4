package io.holdfast.cli.common;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write and read them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(ms|s|m|h|d)?");

    private Durations() {}

    /**
     * Reads a duration; a plain number is in seconds.
     *
     * @param subject the flag or setting, for the message
     */
    public static Duration parse(String subject, String text) throws CommandFailure {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    subject + ": \"" + text + "\" is not a duration; expected for example 30s, 5m"
                            + " or 1h");
        }
        long unitMillis = switch (form.group(2) == null ? "s" : form.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1000;
        };
        return Duration.ofMillis(new BigDecimal(form.group(1))
                .multiply(BigDecimal.valueOf(unitMillis))
                .longValue());
    }

    /** Returns a duration in its two largest units, for instance {@code 1h 5m}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 1) {
            return duration.toMillis() + "ms";
        }
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return two(seconds / 60, "m", seconds % 60, "s");
        }
        return seconds < 86_400
                ? two(seconds / 3600, "h", seconds % 3600 / 60, "m")
                : two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return large + unit + (small == 0 ? "" : " " + small + smallUnit);
    }
}
