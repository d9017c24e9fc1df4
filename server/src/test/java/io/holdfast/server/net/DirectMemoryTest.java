package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests connections when no direct memory is left for their buffers. */
final class DirectMemoryTest {

    /** Fails every allocation with the JDK's error for exhausted direct memory. */
    private static final ByteBufAllocator EMPTY = (ByteBufAllocator) Proxy.newProxyInstance(
            ByteBufAllocator.class.getClassLoader(),
            new Class<?>[] {ByteBufAllocator.class},
            (proxy, method, arguments) -> {
                throw new OutOfMemoryError("Cannot reserve 1 bytes of direct buffer memory");
            });

    private final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
    private final ByteBudget budget = new ByteBudget(BudgetSizes.ofProcess(0, 0), address -> false);
    private final Vertx vertx = EventLoops.start(1);
    private Listener listener;

    /** Echoes its input; an exclamation mark is answered from the exhausted allocator. */
    private static final class Echo extends EchoLink {

        Echo(Channel channel, Loop loop) {
            super(channel, loop);
        }

        @Override
        protected int process(byte[] bytes, int length) {
            ByteBufAllocator from = bytes[0] == '!' ? EMPTY : channel.alloc();
            ByteBuf made = made(() -> from.ioBuffer(length).writeBytes(bytes, 0, length));
            if (made != null) {
                write(made);
            }
            return length;
        }
    }

    @BeforeEach
    void listen() throws Exception {
        listener = new Listener(
                vertx,
                new Binding("127.0.0.1", 0, 100, 0, 5_000, null),
                ConnectionCapacity.ofProcess(budget),
                (channel, loop, address) -> {
                    channels.add(channel);
                    return new Echo(channel, loop);
                });
        listener.start();
    }

    @AfterEach
    void end() {
        listener.close();
        vertx.close().await();
    }

    private Socket connect() throws Exception {
        Socket socket = new Socket("127.0.0.1", listener.port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Returns the echoed byte, or -1 if the connection was closed or reset. */
    private static int echo(Socket socket, char sent) throws Exception {
        try {
            socket.getOutputStream().write(sent);
            return socket.getInputStream().read();
        } catch (SocketException e) {
            return -1;
        }
    }

    @Test
    void connectionWithoutWriteBufferIsClosedAndOthersContinue() throws Exception {
        try (Socket one = connect();
                Socket other = connect()) {
            assertThat(echo(one, 'x')).isEqualTo('x');

            assertThat(echo(one, '!')).isEqualTo(-1);

            assertThat(budget.refusals(ByteBudget.Reason.DIRECT_MEMORY)).isEqualTo(1);
            assertThat(echo(other, 'x')).isEqualTo('x');
        }
    }

    @Test
    void connectionWithoutReadBufferIsClosedAndOthersContinue() throws Exception {
        try (Socket one = connect()) {
            assertThat(echo(one, 'x')).isEqualTo('x');
            Channel channel = Objects.requireNonNull(channels.poll(30, TimeUnit.SECONDS));
            channel.eventLoop()
                    .submit(() -> channel.config().setAllocator(EMPTY))
                    .get(30, TimeUnit.SECONDS);

            assertThat(echo(one, 'x')).isEqualTo(-1);

            assertThat(budget.refusals(ByteBudget.Reason.DIRECT_MEMORY)).isEqualTo(1);
            try (Socket other = connect()) {
                assertThat(echo(other, 'x')).isEqualTo('x');
            }
        }
    }
}
