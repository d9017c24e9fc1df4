package io.holdfast.server.ops;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.event.KeyValuePair;

/**
 * Passes one of many similar lines of a library per minute, with the number of lines suppressed
 * since the last one. A missing peer would otherwise fill a disk with log lines.
 *
 * <p>Threading: any thread.
 */
final class RepeatFilter extends Filter<ILoggingEvent> {

    static final String SUPPRESSED = "suppressed";

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int KINDS_MAX = 512;
    private static final int SCANNED_CHARS_MAX = 480;
    private static final int PATTERN_CHARS_MAX = 120;
    private static final Pattern VARIABLE = Pattern.compile("[0-9a-fA-F]*[0-9][0-9a-fA-F]*");
    private static final List<String> CHATTY = List.of("org.apache.ratis", "io.grpc", "io.netty");

    /** Exceptions of Ratis while a member starts; the peers' own lines say what it waits for. */
    private static final Set<String> STARTING = Set.of(
            "org.apache.ratis.protocol.exceptions.ServerNotReadyException",
            "org.apache.ratis.protocol.exceptions.GroupMismatchException");

    private final LongSupplier nanos;
    private final Map<String, Kind> kinds = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
            return size() > KINDS_MAX;
        }
    };
    private volatile boolean off;

    /** Lines that differ only in numbers and ids. */
    private static final class Kind {
        private long shownNanos;
        private long suppressed;

        Kind(long shownNanos) {
            this.shownNanos = shownNanos;
        }
    }

    RepeatFilter(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Shows every line, for debugging. */
    void showAll(boolean all) {
        off = all;
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (off || !isChatty(event.getLoggerName())) {
            return FilterReply.NEUTRAL;
        }
        IThrowableProxy cause = event.getThrowableProxy();
        if (cause != null && STARTING.contains(cause.getClassName())) {
            return FilterReply.DENY;
        }
        long suppressed = suppressed(kind(event));
        if (suppressed < 0) {
            return FilterReply.DENY;
        }
        if (suppressed > 0 && event instanceof LoggingEvent shown) {
            shown.addKeyValuePair(new KeyValuePair(SUPPRESSED, suppressed));
        }
        return FilterReply.NEUTRAL;
    }

    private static boolean isChatty(String logger) {
        for (String prefix : CHATTY) {
            if (logger.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static String kind(ILoggingEvent event) {
        String message = String.valueOf(event.getMessage());
        // Masked before it is cut, so that a longer number does not change where the cut is.
        String start = message.substring(0, Math.min(message.length(), SCANNED_CHARS_MAX));
        String masked = VARIABLE.matcher(start).replaceAll("#");
        String pattern = masked.substring(0, Math.min(masked.length(), PATTERN_CHARS_MAX));
        return event.getLoggerName() + ' ' + event.getLevel() + ' ' + pattern;
    }

    /** Returns the number suppressed since the last shown line; -1 to suppress this one. */
    private synchronized long suppressed(String kind) {
        long now = nanos.getAsLong();
        Kind known = kinds.get(kind);
        if (known == null) {
            kinds.put(kind, new Kind(now));
            return 0;
        }
        if (now - known.shownNanos < PERIOD_NANOS) {
            known.suppressed++;
            return -1;
        }
        long suppressed = known.suppressed;
        known.shownNanos = now;
        known.suppressed = 0;
        return suppressed;
    }
}
