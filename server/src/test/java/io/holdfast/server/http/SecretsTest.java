package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.server.RawClient;
import io.holdfast.server.Ways;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SecretsTest {

    private static final String CANARY = "c4n4ry";

    @Test
    void clientInputIsNotLoggedAtAnyLevel() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger ours = (Logger) LoggerFactory.getLogger("io.holdfast");
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Level rootLevel = root.getLevel();
        Level ourLevel = ours.getLevel();
        root.addAppender(seen);
        root.setLevel(Level.ALL);
        ours.setLevel(Level.ALL);
        try {
            converse();
        } finally {
            root.detachAppender(seen);
            root.setLevel(rootLevel);
            ours.setLevel(ourLevel);
        }
        List<String> lines = new ArrayList<>();
        for (ILoggingEvent event : List.copyOf(seen.list)) {
            lines.add(event.getFormattedMessage()
                    + (event.getThrowableProxy() == null
                            ? ""
                            : ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }
        assertThat(lines).anyMatch(line -> line.contains("/fail failed, reference"));
        assertThat(lines).noneMatch(line -> line.contains(CANARY));
    }

    private static void converse() {
        String headers = "Host: localhost\r\nAuthorization: Bearer " + CANARY + "\r\nCookie: "
                + CANARY + "\r\nX-Dflockd-Session: " + CANARY + "\r\nContent-Length: 6\r\n\r\n"
                + CANARY;
        try (Edge edge = Edge.start(
                        new EdgePolicy(Ways.shared(CANARY), List.of(), 0, 0, List.of()));
                RawClient client = edge.connect()) {
            for (String path : List.of("/fail", "/echo", "/keys/" + CANARY, "/" + CANARY)) {
                client.send("POST " + path + "?token=" + CANARY + " HTTP/1.1\r\n" + headers);
                assertThat(client.response().status()).isNotZero();
            }
            client.send("POST /" + CANARY + "\0 HTTP/1.1\r\n" + headers);
            assertThat(client.response().status()).isEqualTo(400);
            assertThat(client.isClosedByServer()).isTrue();
        }
        try (Edge edge = Edge.start(
                        new EdgePolicy(Ways.shared("other"), List.of(), 0, 0, List.of()));
                RawClient client = edge.connect()) {
            client.send("POST /echo HTTP/1.1\r\n" + headers);
            assertThat(client.response().status()).isEqualTo(401);
        }
    }
}
