package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Role;
import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.EventLoops;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A listener on a free port with a few routes for tests. */
final class Edge implements AutoCloseable {

    private static final Vertx VERTX = EventLoops.start(2);
    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(Dispatcher.class);

    static final Dialect DIALECT = new Dialect("test", ErrorShape.JSON, RefusalShape.JSON);

    /** The unanswered exchanges that reached the route /park, in order. */
    final BlockingQueue<Exchange> parked = new LinkedBlockingQueue<>();

    /** One entry for each disconnect of a parked exchange. */
    final BlockingQueue<Exchange> hungUp = new LinkedBlockingQueue<>();

    private final HttpListener listener;
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    static Edge start() {
        return start(EdgeLimits.DEFAULT, EdgePolicy.LOCAL);
    }

    static Edge start(EdgeLimits limits) {
        return start(limits, EdgePolicy.LOCAL);
    }

    static Edge start(EdgePolicy policy) {
        return start(EdgeLimits.DEFAULT, policy);
    }

    static Edge start(EdgeLimits limits, EdgePolicy policy, Route... more) {
        return new Edge(
                ListenerOptions.on("127.0.0.1", 0).withLimits(limits),
                policy,
                RequestMeter.NONE,
                more);
    }

    Edge(ListenerOptions options, EdgePolicy policy, RequestMeter meter, Route... more) {
        List<Route> routes = new ArrayList<>(List.of(more));
        routes.add(Route.of(
                        "GET",
                        "/hello",
                        DIALECT,
                        "hello",
                        exchange -> exchange.reply(200, json("hello")))
                .needs(Role.READER));
        routes.add(Route.of(
                        "GET",
                        "/open",
                        DIALECT,
                        "open",
                        exchange -> exchange.reply(200, json("open")))
                .withoutAuthentication()
                .withoutRateLimit());
        routes.add(Route.of("POST", "/echo", DIALECT, "echo", Edge::echo).needs(Role.USER));
        routes.add(Route.of("POST", "/keys/{key}", DIALECT, "key", Edge::key).needs(Role.USER));
        routes.add(Route.of("POST", "/park", DIALECT, "park", this::park).needs(Role.USER));
        routes.add(Route.of("POST", "/fail", DIALECT, "fail", exchange -> {
                    throw new IllegalStateException("the secret plan");
                })
                .needs(Role.USER));
        routes.add(Route.of("GET", "/who", DIALECT, "who", Edge::who).needs(Role.READER));
        log.start();
        LOGGER.addAppender(log);
        listener = new HttpListener(
                VERTX,
                options,
                ConnectionCapacity.ofProcess(),
                policy,
                RouteTable.of(routes, DIALECT),
                meter);
        try {
            listener.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isNative() {
        return VERTX.isNativeTransportEnabled();
    }

    static byte[] json(String value) {
        return ("{\"value\":\"" + value + "\"}\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void echo(Exchange exchange) {
        exchange.reply(200, "text/plain", exchange.body());
    }

    private static void who(Exchange exchange) {
        exchange.reply(
                200,
                json(exchange.principal().name() + " " + exchange.actor().tenant() + " "
                        + exchange.actor().principal() + " " + exchange.actor().address()));
    }

    private static void key(Exchange exchange) {
        exchange.reply(200, json(exchange.pathParameter(0)));
    }

    private void park(Exchange exchange) {
        exchange.onHangUp(() -> hungUp.add(exchange));
        parked.add(exchange);
    }

    Exchange parked() {
        return await(parked);
    }

    static <T> T await(BlockingQueue<T> queue) {
        try {
            @Nullable T found = queue.poll(20, TimeUnit.SECONDS);
            if (found == null) {
                throw new AssertionError("nothing came");
            }
            return found;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    HttpListener listener() {
        return listener;
    }

    RawClient connect() {
        return new RawClient(listener.port());
    }

    /** Closes the listener. Fails on any internal connection error, even if no client saw it. */
    @Override
    public void close() {
        listener.close();
        LOGGER.detachAppender(log);
        assertThat(List.copyOf(log.list))
                .noneMatch(event -> event.getFormattedMessage().equals("connection failed"));
    }
}
