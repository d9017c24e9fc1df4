package io.holdfast.rig.wire;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One connection of the line protocol. It is also a session, so it never reconnects by itself. */
public final class LineWire implements AutoCloseable {

    private static final int CONNECT_MILLIS_MAX = 2_000;

    private final Socket socket;
    private final BufferedReader in;

    private LineWire(Socket socket, BufferedReader in) {
        this.socket = socket;
        this.in = in;
    }

    /** Connects; returns null if the server cannot be reached. */
    public static @Nullable LineWire connect(InetSocketAddress address) {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, CONNECT_MILLIS_MAX);
            return new LineWire(
                    socket,
                    new BufferedReader(new InputStreamReader(
                            socket.getInputStream(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            close(socket);
            return null;
        }
    }

    /** Sends one request and waits for its reply. */
    public String ask(String command, String key, String argument, int patienceMillis)
            throws IOException {
        socket.setSoTimeout(patienceMillis);
        String request = command + "\n" + key + "\n" + argument + "\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String line = in.readLine();
        if (line == null) {
            throw new EOFException("the connection ended");
        }
        return line;
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is closed either way.
        }
    }
}
