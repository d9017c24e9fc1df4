package io.holdfast.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A network between a client and a server, which a test cuts. */
final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answersToDrop = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private volatile boolean silent;

    CuttingProxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Lets so many requests reach the server, and closes the connection in place of an answer. */
    void dropAnswers(int count) {
        answersToDrop.set(count);
    }

    int dropped() {
        return dropped.get();
    }

    /** Passes nothing on any more, and closes nothing either. */
    void beSilent() {
        silent = true;
    }

    /** Closes all connections; new ones are served. */
    void cut() {
        open.forEach(CuttingProxy::close);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                open.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(server);
                Thread.ofVirtual().start(() -> pump(client, server, false));
                Thread.ofVirtual().start(() -> pump(server, client, true));
            } catch (IOException e) {
                // Closed, or the server is down: the client finds out by itself.
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                boolean drops =
                        answers && answersToDrop.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
                if (drops) {
                    dropped.incrementAndGet();
                    return;
                }
                if (!silent) {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            // The connection was cut.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
