package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;
import org.junit.jupiter.api.Test;

/** Limits repeated library log messages to one per minute. */
final class RepeatFilterTest {

    private static final String RATIS = "org.apache.ratis.grpc.server.GrpcLogAppender";

    private final LoggerContext context = new LoggerContext();
    private final AtomicLong nanos = new AtomicLong();
    private final RepeatFilter filter = new RepeatFilter(nanos::get);

    private LoggingEvent event(String logger, Level level, String message) {
        return new LoggingEvent("", context.getLogger(logger), level, message, null, null);
    }

    private boolean shows(LoggingEvent event) {
        return filter.decide(event) != FilterReply.DENY;
    }

    @Test
    void repeatsAreCountedAndLoggedOncePerMinute() {
        assertThat(shows(event(RATIS, Level.WARN, "n1@group-0A3B->n2: failed, call 17")))
                .isTrue();
        for (int i = 0; i < 2545; i++) {
            assertThat(shows(event(RATIS, Level.WARN, "n1@group-0A3B->n3: failed, call " + i)))
                    .isFalse();
        }
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        LoggingEvent next = event(RATIS, Level.WARN, "n1@group-0A3B->n2: failed, call 4711");
        assertThat(shows(next)).isTrue();
        assertThat(new String(new JsonLogEncoder().encode(next), StandardCharsets.UTF_8))
                .endsWith("\"message\":\"n1@group-0A3B->n2: failed, call 4711\","
                        + "\"suppressed\":2545}\n");
    }

    @Test
    void longerNumbersDoNotMakeLongMessagesDifferent() {
        String rest = ": the name of the peer cannot be resolved" + " and so on".repeat(20);
        assertThat(shows(event(RATIS, Level.WARN, "channel <10>" + rest))).isTrue();
        assertThat(shows(event(RATIS, Level.WARN, "channel <100>" + rest))).isFalse();
    }

    @Test
    void otherMessagesLevelsAndLoggersAreLogged() {
        assertThat(shows(event(RATIS, Level.WARN, "one"))).isTrue();
        assertThat(shows(event(RATIS, Level.WARN, "other"))).isTrue();
        assertThat(shows(event(RATIS, Level.ERROR, "one"))).isTrue();
        assertThat(shows(event("io.grpc.internal.X", Level.WARN, "one"))).isTrue();
        assertThat(shows(event("io.grpc.internal.X", Level.WARN, "one"))).isFalse();
    }

    @Test
    void startingMemberIsNotReportedAsAnError() {
        Throwable starting = new ServerNotReadyException("the role is not initialized");
        LoggingEvent reported = new LoggingEvent(
                "", context.getLogger(RATIS), Level.ERROR, "Failed appendEntries", starting, null);
        assertThat(shows(reported)).isFalse();
        filter.showAll(true);
        assertThat(shows(reported)).isTrue();
    }

    @Test
    void ownMessagesAndDebugOutputAreNeverCollapsed() {
        for (int i = 0; i < 3; i++) {
            assertThat(shows(event("io.holdfast.log.X", Level.WARN, "same"))).isTrue();
        }
        filter.showAll(true);
        for (int i = 0; i < 3; i++) {
            assertThat(shows(event(RATIS, Level.WARN, "same"))).isTrue();
        }
    }
}
