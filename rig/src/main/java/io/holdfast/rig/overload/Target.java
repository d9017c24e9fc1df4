package io.holdfast.rig.overload;

import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The server under attack.
 *
 * @param token the shared token
 * @param tls trusts the server's certificate; null if the server speaks plain text
 */
record Target(
        int httpPort, int linePort, String token, @Nullable SSLContext tls) {

    private static final int CONNECT_MILLIS_MAX = 5_000;
    private static final int READ_MILLIS_MAX = 20_000;

    /** Returns an HTTP client with the token, connecting from the given address. */
    Wire wire(String from) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return Wire.from(from, new InetSocketAddress(loopback, httpPort), token, tls);
    }

    /** Returns a connection to the line protocol, over TLS if the server speaks it. */
    Socket wellBehavedLine(String from) throws IOException {
        return tls == null ? line(from) : secured(line(from));
    }

    /** Returns the client's side of TLS over a connection, before the handshake. */
    SSLSocket secured(Socket socket) throws IOException {
        if (tls == null) {
            throw new IOException("the server does not speak TLS");
        }
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        return (SSLSocket) tls.getSocketFactory().createSocket(socket, host, httpPort, true);
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
