package io.holdfast.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A connection that sends exactly the given bytes. */
public abstract class RawSocket<S extends RawSocket<S>> implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;

    protected final InputStream in;
    private final Socket socket;

    protected RawSocket(Socket socket) {
        try {
            this.socket = socket;
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            this.in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected static Socket connect(int port) {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects from another loopback address. */
    protected static Socket connect(String from, int port) {
        try {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected abstract S self();

    public final Socket socket() {
        return socket;
    }

    public final S send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return self();
    }

    /** Sends as much as the server accepts; returns whether that was everything. */
    public final boolean sendLeniently(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Half-closes: sends no more and continues to read. */
    public final S endOfInput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return self();
    }

    /** Disconnects with a reset instead of an orderly shutdown. */
    public final void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        close();
    }

    @Override
    public final void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
