package io.holdfast.rig.overload;

import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The server under attack.
 *
 * @param token the shared token
 */
record Target(int httpPort, int linePort, String token) {

    private static final int CONNECT_MILLIS_MAX = 5_000;
    private static final int READ_MILLIS_MAX = 20_000;

    /** Returns an HTTP client with the token, connecting from the given address. */
    Wire wire(String from) throws IOException {
        return new Wire(httpPort, token).from(from);
    }

    Socket http(String from) throws IOException {
        return connect(from, httpPort);
    }

    Socket line(String from) throws IOException {
        return connect(from, linePort);
    }

    private static Socket connect(String from, int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReceiveBufferSize(4 << 10);
            socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    CONNECT_MILLIS_MAX);
            socket.setSoTimeout(READ_MILLIS_MAX);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
