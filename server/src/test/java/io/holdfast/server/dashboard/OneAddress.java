package io.holdfast.server.dashboard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** One address of several members, as a load balancer has it: connections go to one of them. */
final class OneAddress implements AutoCloseable {

    private final ServerSocket listener;
    private volatile int target;

    OneAddress(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String page(String hash) {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/" + hash;
    }

    /** Sends new connections to another member. */
    void switchTo(int port) {
        target = port;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // The test is over.
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            Thread answers = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            answers.join();
        } catch (IOException | InterruptedException e) {
            // The member is not there; the browser sees a closed connection.
        }
    }

    /** Copies until one side closes, and tells the other side. */
    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Closed by a side.
        }
        try {
            to.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
