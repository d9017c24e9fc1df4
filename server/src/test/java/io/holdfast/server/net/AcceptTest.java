package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AcceptTest {

    private final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();

    private static int echo(Socket socket) throws IOException {
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write('x');
        return socket.getInputStream().read();
    }

    @Test
    void listenerSurvivesAcceptFailures() throws Exception {
        Vertx vertx = EventLoops.start(1);
        ConnectionCapacity room = ConnectionCapacity.ofProcess();
        Binding binding = new Binding("127.0.0.1", 0, 100, 0, 5_000, null);
        try (Listener listener = new Listener(vertx, binding, room, (channel, loop, address) -> {
            channels.add(channel);
            return new EchoLink(channel, loop);
        })) {
            listener.start();
            try (Socket first = new Socket("127.0.0.1", listener.port())) {
                assertThat(echo(first)).isEqualTo('x');
                Channel server = Objects.requireNonNull(channels.poll(30, TimeUnit.SECONDS))
                        .parent();
                // The error that accept returns when the process has no free file descriptor.
                IOException noDescriptor = new IOException("Too many open files");
                server.eventLoop()
                        .submit(() -> server.pipeline().fireExceptionCaught(noDescriptor))
                        .sync();
                try (Socket second = new Socket("127.0.0.1", listener.port())) {
                    assertThat(echo(second)).isEqualTo('x');
                }
                assertThat(room.acceptFailures()).isEqualTo(1);
                assertThat(echo(first)).isEqualTo('x');
            }
        } finally {
            vertx.close().await();
        }
    }
}
