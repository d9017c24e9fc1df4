package io.holdfast.cli.look;

import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * A period of the wall clock that the user named. A time without seconds is a whole minute.
 *
 * @param to the last millisecond of the period
 */
record Period(Instant from, Instant to) {

    private static final Pattern TIME_OF_DAY = Pattern.compile("\\d\\d:\\d\\d(:\\d\\d)?");
    private static final Pattern MINUTE = Pattern.compile("(.*[T ])?\\d\\d:\\d\\d(Z|[+-].*)?");
    private static final Period ALL =
            new Period(Instant.EPOCH, Instant.parse("9999-01-01T00:00:00Z"));

    static void addTo(CommandSpec spec) {
        Flags.value(
                spec,
                "TIME",
                "What was held at this time: 14:02 (today, or yesterday if that is later than"
                        + " now), 2026-11-16 14:02:30, or with a zone 2026-11-16T14:02:30Z.",
                "--at");
        Flags.value(spec, "TIME", "What ended at this time or later.", "--from");
        Flags.value(spec, "TIME", "What began at this time or earlier.", "--to");
    }

    static Period of(ParseResult arguments) throws CommandFailure {
        String at = Flags.text(arguments, "--at");
        String from = Flags.text(arguments, "--from");
        String to = Flags.text(arguments, "--to");
        if (at != null && (from != null || to != null)) {
            throw new CommandFailure(ExitCode.USAGE, "--at excludes --from and --to");
        }
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        if (at != null) {
            return of("--at", at, now);
        }
        Period period = new Period(
                from == null ? ALL.from : of("--from", from, now).from,
                to == null ? ALL.to : of("--to", to, now).to);
        if (period.from.isAfter(period.to)) {
            throw new CommandFailure(ExitCode.USAGE, "--from must not be later than --to");
        }
        return period;
    }

    /** Returns the second or the minute that the text names. */
    static Period of(String flag, String text, LocalDateTime now) throws CommandFailure {
        try {
            Instant from = instant(text, now);
            long length = MINUTE.matcher(text).matches() ? 60_000 : 1_000;
            return new Period(from, from.plus(length - 1, ChronoUnit.MILLIS));
        } catch (DateTimeException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    flag + ": \"" + text
                            + "\" is not a time; expected 14:02, 2026-11-16 14:02:30 or"
                            + " 2026-11-16T14:02:30Z");
        }
    }

    private static Instant instant(String text, LocalDateTime now) {
        if (TIME_OF_DAY.matcher(text).matches()) {
            LocalDate today = now.toLocalDate();
            LocalTime time = LocalTime.parse(text);
            return local(
                    (time.isAfter(now.toLocalTime()) ? today.minusDays(1) : today).atTime(time));
        }
        String iso = text.replace(' ', 'T');
        boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > 10;
        return zoned ? OffsetDateTime.parse(iso).toInstant() : local(LocalDateTime.parse(iso));
    }

    private static Instant local(LocalDateTime time) {
        return time.atZone(ZoneId.systemDefault()).toInstant();
    }

    /** Returns whether something that lasted for this time was there at some time of the period. */
    boolean overlaps(Instant begin, Instant end) {
        return !begin.isAfter(to) && !end.isBefore(from);
    }

    /** Returns the parameters of a request; empty if the period has no limits. */
    String parameters() {
        return (from.equals(ALL.from) ? "" : "&from=" + from)
                + (to.equals(ALL.to) ? "" : "&to=" + to);
    }
}
