package io.holdfast.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP listener: accepts connections on Vert.x's event loops and serves the table's routes.
 *
 * <p>Threading: {@code start}, {@code drain} and {@code close} may be called by any thread but an
 * event loop.
 */
public final class HttpListener implements AutoCloseable {

    private static final int BACKLOG = 1024;

    private final EventLoopGroup group;
    private final VertxInternal vertx;
    private final ListenerOptions options;
    private final int connectionsMax;
    private final Gate gate;
    private final RequestMeter meter;
    private final Dispatcher dispatcher = new Dispatcher();
    private final ConcurrentHashMap<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean draining;
    private volatile @Nullable SslContext tls;
    private volatile @Nullable Channel server;

    public HttpListener(
            Vertx vertx,
            ListenerOptions options,
            EdgePolicy policy,
            RouteTable routes,
            RequestMeter meter) {
        this.vertx = (VertxInternal) vertx;
        this.group = this.vertx.nettyEventLoopGroup();
        this.options = options;
        this.connectionsMax =
                Math.min(options.limits().connectionsMax(), Descriptors.connectionsMax());
        this.gate = new Gate(routes, policy, options.host());
        this.meter = meter;
        meter.serves(routes.routes());
    }

    /** Binds and begins to serve; an address that cannot be had is an exception that names it. */
    public void start() throws IOException {
        reloadCertificate();
        var bound = new ServerBootstrap()
                .group(vertx.acceptorEventLoopGroup(), group)
                .channelFactory(vertx.transport().serverChannelFactory(false))
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(512, 2048, Loop.READ_MAX_BYTES))
                .childHandler(new Admission())
                .bind(options.host(), options.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + options.host() + ":" + options.port() + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        server = bound.channel();
    }

    /** Reads the certificate and key again; connections from now on get the new ones. */
    public void reloadCertificate() throws IOException {
        ListenerOptions.TlsFiles files = options.tls();
        tls = files == null ? null : Tls.context(files);
    }

    /** The port in use, also when 0 was asked for. */
    public int port() {
        Channel channel = server;
        return channel != null && channel.localAddress() instanceof InetSocketAddress address
                ? address.getPort()
                : options.port();
    }

    /** Open connections now. */
    public int connections() {
        return connections.get();
    }

    /**
     * Stops accepting, closes idle connections, lets each request in progress have its answer (with
     * {@code Connection: close}), and cuts off what is left after the grace; complete when none is
     * left.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        draining = true;
        // Nobody is told that the server is going while it still takes new connections.
        stopAccepting().awaitUninterruptibly();
        loops.forEach((executor, loop) ->
                executor.execute(() -> loop.connections().forEach(Connection::drain)));
        group.next().schedule(this::close, grace.toMillis(), TimeUnit.MILLISECONDS);
        if (connections.get() == 0) {
            drained.complete(null);
        }
        return drained;
    }

    /** Closes the listener and every connection at once. */
    @Override
    public void close() {
        draining = true;
        stopAccepting();
        loops.forEach((executor, loop) ->
                executor.execute(() -> loop.connections().forEach(Connection::close)));
    }

    private Future<Void> stopAccepting() {
        Channel channel = server;
        return channel != null ? channel.close() : group.next().newSucceededFuture(null);
    }

    EdgeLimits limits() {
        return options.limits();
    }

    Gate gate() {
        return gate;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    RequestMeter meter() {
        return meter;
    }

    /** Counts a connection in; tells whether there was room for it. */
    private boolean admit(Peer peer) {
        int perAddressMax = limits().connectionsPerAddressMax();
        boolean room = connections.incrementAndGet() <= connectionsMax;
        if (perAddressMax > 0) {
            room &= perAddress.merge(peer.text(), 1, Integer::sum) <= perAddressMax;
        }
        return room && !draining;
    }

    void closed(Peer peer) {
        if (limits().connectionsPerAddressMax() > 0) {
            perAddress.computeIfPresent(
                    peer.text(), (address, count) -> count == 1 ? null : count - 1);
        }
        if (connections.decrementAndGet() == 0 && draining) {
            drained.complete(null);
        }
    }

    /** Gives each accepted channel its connection, or closes it without a byte. */
    private final class Admission extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            Peer peer = new Peer(channel);
            if (!admit(peer)) {
                closed(peer);
                channel.close();
                return;
            }
            SslContext context = tls;
            if (context != null) {
                channel.pipeline().addLast(context.newHandler(channel.alloc()));
            }
            Loop loop = loops.computeIfAbsent(
                    channel.eventLoop(), executor -> new Loop(executor, limits()));
            Connection connection = new Connection(HttpListener.this, loop, peer, channel);
            loop.add(connection);
            channel.pipeline().addLast(connection);
        }
    }
}
