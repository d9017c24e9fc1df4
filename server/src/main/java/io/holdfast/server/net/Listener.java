package io.holdfast.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections on Vert.x's event loops up to the limits; further ones are closed without a
 * reply.
 *
 * <p>Threading: {@code start}, {@code drain} and {@code close} may be called by any thread but an
 * event loop.
 */
public final class Listener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final int BACKLOG = 1024;

    /** A TLS record is hardly larger, and a partial record is kept in its read buffer. */
    private static final int TLS_READ_MAX_BYTES = 16 << 10;

    private final EventLoopGroup group;
    private final VertxInternal vertx;
    private final Binding binding;
    private final ConnectionCapacity room;
    private final int connectionBytes;
    private final Protocol protocol;
    private final ConcurrentHashMap<EventLoop, Loop> loops = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> perAddress = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private volatile boolean draining;
    private volatile @Nullable SslContext tls;
    private volatile @Nullable Channel server;

    /** Creates the connections; called on each connection's event loop. */
    @FunctionalInterface
    public interface Protocol {
        Link connect(Channel channel, Loop loop, InetAddress address);
    }

    public Listener(Vertx vertx, Binding binding, ConnectionCapacity room, Protocol protocol) {
        this.vertx = (VertxInternal) vertx;
        this.group = this.vertx.nettyEventLoopGroup();
        this.binding = binding;
        this.room = room;
        this.connectionBytes = binding.tls() == null
                ? ByteBudget.CONNECTION_BYTES
                : ByteBudget.TLS_CONNECTION_BYTES;
        this.protocol = protocol;
    }

    /** Binds and starts to serve; throws an exception that names the address if it cannot bind. */
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
                        new AdaptiveRecvByteBufAllocator(
                                512,
                                2048,
                                binding.tls() == null ? Loop.READ_MAX_BYTES : TLS_READ_MAX_BYTES))
                .handler(new Accepting())
                .childHandler(new Admission())
                .bind(binding.host(), binding.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            BindException fault = new BindException("cannot listen on " + binding.host() + ":"
                    + binding.port() + ": " + bound.cause().getMessage());
            fault.initCause(bound.cause());
            throw fault;
        }
        server = bound.channel();
    }

    /** Reads the certificate and key again; new connections use the new ones. */
    public void reloadCertificate() throws IOException {
        TlsFiles files = binding.tls();
        tls = files == null ? null : Tls.context(files);
    }

    /** Returns the port in use, even if 0 was requested. */
    public int port() {
        Channel channel = server;
        return channel != null && channel.localAddress() instanceof InetSocketAddress address
                ? address.getPort()
                : binding.port();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return connections.get();
    }

    /**
     * Stops accepting, lets each connection finish, and closes the remaining ones after the grace
     * period, or never if it is zero; completes when none is left.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        draining = true;
        // Clients must not see the shutdown while new connections are still accepted.
        stopAccepting().awaitUninterruptibly();
        loops.forEach(
                (executor, loop) -> executor.execute(() -> loop.links().forEach(Link::drain)));
        if (!grace.isZero()) {
            group.next().schedule(this::close, grace.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (connections.get() == 0) {
            drained.complete(null);
        }
        return drained;
    }

    /** Closes the listener and all connections immediately. */
    @Override
    public void close() {
        draining = true;
        stopAccepting();
        loops.forEach(
                (executor, loop) -> executor.execute(() -> loop.links().forEach(Link::close)));
    }

    private Future<Void> stopAccepting() {
        Channel channel = server;
        return channel != null ? channel.close() : group.next().newSucceededFuture(null);
    }

    /** Counts a connection; returns whether it is within the limits. */
    private boolean admit(InetAddress address, String sender) {
        boolean admitted = room.enter(connectionBytes);
        admitted &= connections.incrementAndGet() <= binding.connectionsMax();
        if (binding.connectionsPerAddressMax() > 0) {
            int others = perAddress.merge(sender, 1, Integer::sum);
            // Many clients share a proxy's address; only their requests tell them apart.
            admitted &= others <= binding.connectionsPerAddressMax()
                    || room.budget().isProxy(address);
        }
        return admitted && !draining;
    }

    private void closed(String sender) {
        room.leave(connectionBytes);
        if (binding.connectionsPerAddressMax() > 0) {
            perAddress.computeIfPresent(sender, (same, count) -> count == 1 ? null : count - 1);
        }
        if (connections.decrementAndGet() == 0 && draining) {
            drained.complete(null);
        }
    }

    /**
     * Counts failed accepts, which Netty retries after a second. The cause is nearly always that
     * the process has no file descriptor left.
     */
    private final class Accepting extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            room.acceptFailed();
            LOG.warn("cannot accept a connection: {}", cause.getMessage());
            ctx.fireExceptionCaught(cause);
        }
    }

    /** Creates the connection of each accepted channel, or closes the channel without a reply. */
    private final class Admission extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            InetAddress address = Remote.address(channel);
            String sender = Remote.sender(address);
            if (!admit(address, sender)) {
                room.refused();
                closed(sender);
                channel.close();
                return;
            }
            SslContext context = tls;
            if (context != null) {
                channel.pipeline().addLast(context.newHandler(channel.alloc()));
            }
            Loop loop = loops.computeIfAbsent(
                    channel.eventLoop(),
                    executor -> new Loop(executor, binding.shortestMillis(), room.budget()));
            Link link = protocol.connect(channel, loop, address);
            link.afterGone = () -> closed(sender);
            loop.add(link);
            channel.pipeline().addLast(link);
        }
    }
}
