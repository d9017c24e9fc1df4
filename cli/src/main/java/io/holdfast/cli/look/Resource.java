package io.holdfast.cli.look;

import io.holdfast.cli.common.Durations;
import io.holdfast.cli.common.Style;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the server's JSON of a resource into texts for people. */
final class Resource {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private Resource() {}

    /** Returns the owner, or the number of its session, which is not a secret. */
    static String owner(JsonObject row) {
        long session = row.number("session", 0);
        return Style.safe(
                row.text("owner", session == 0 ? "unnamed client" : "session " + session));
    }

    /** Returns how long ago a time was, or a dash. */
    static String age(@Nullable String instant) {
        return instant == null ? "-" : Durations.text(since(instant));
    }

    private static Duration since(String instant) {
        Duration age = Duration.between(Instant.parse(instant), Instant.now());
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Returns a time in the zone of the user. */
    static String time(@Nullable String instant) {
        return instant == null ? "-" : time(Instant.parse(instant));
    }

    static String time(Instant instant) {
        return TIME.format(instant.atZone(ZoneId.systemDefault()));
    }

    /** Returns a number of seconds as a duration, or a dash. */
    static String seconds(@Nullable Double seconds) {
        return seconds == null ? "-" : Durations.text(duration(seconds));
    }

    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    /** Returns when a holder's lease ends unless it is renewed. */
    static String until(JsonObject holder) {
        Double left = holder.decimal("expires_in_s");
        return left == null ? "-" : time(Instant.now().plus(duration(left)));
    }

    /** Returns the server's estimate of a wait, or a dash if it makes none. */
    static String estimate(JsonObject waiter) {
        JsonObject estimate = waiter.object("estimate_s");
        Double typical = estimate.decimal("typical");
        if (typical == null) {
            return "-";
        }
        return "about " + seconds(typical) + " (" + seconds(estimate.decimal("low")) + " to "
                + seconds(estimate.decimal("high")) + ")";
    }
}
