package io.holdfast.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A small server in this process: reads one request after the other and lets the test answer.
 *
 * <p>Its clock advances only when a request arrives, so that measured times depend on the number of
 * requests and not on the machine.
 */
public final class Responder implements AutoCloseable {

    /** Answers one request; an empty answer closes the connection. */
    @FunctionalInterface
    public interface Answering {
        String answer(String request);
    }

    /** Reads one whole request; an empty one means that the client has closed the connection. */
    @FunctionalInterface
    private interface Reading {
        String read(InputStream in) throws IOException;
    }

    static final long NANOS_PER_REQUEST = 1_000_000;

    private final ServerSocket server;
    private final Answering answering;
    private final Reading reading;
    private final int pieceLength;
    private final AtomicLong nanos = new AtomicLong();

    /** Uses HTTP; writes every answer in pieces of at most {@code pieceLength} bytes. */
    public Responder(int pieceLength, Answering answering) throws IOException {
        this(pieceLength, answering, Responder::request);
    }

    /** The same for the line protocol, where a request is three lines. */
    public static Responder ofLines(int pieceLength, Answering answering) throws IOException {
        return new Responder(pieceLength, answering, Responder::threeLines);
    }

    private Responder(int pieceLength, Answering answering, Reading reading) throws IOException {
        this.server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        this.answering = answering;
        this.reading = reading;
        this.pieceLength = pieceLength;
        Thread.ofVirtual().start(this::accept);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    long now() {
        return nanos.get();
    }

    /** Advances the clock without a request. */
    void advance(long byNanos) {
        nanos.addAndGet(byNanos);
    }

    public static String http(int status, String body) {
        return "HTTP/1.1 " + status + " Some Words\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                InputStream in = new BufferedInputStream(socket.getInputStream());
                OutputStream out = socket.getOutputStream()) {
            String request = reading.read(in);
            while (!request.isEmpty()) {
                nanos.addAndGet(NANOS_PER_REQUEST);
                byte[] answer = answering.answer(request).getBytes(StandardCharsets.US_ASCII);
                if (answer.length == 0) {
                    return;
                }
                for (int at = 0; at < answer.length; at += pieceLength) {
                    out.write(answer, at, Math.min(pieceLength, answer.length - at));
                    out.flush();
                    Thread.yield();
                }
                request = reading.read(in);
            }
        } catch (IOException gone) {
            // The generator has closed the connection, as it does at the end of every run.
        }
    }

    private static String request(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            text.append((char) next);
        }
        String header = "Content-Length: ";
        int at = text.indexOf(header);
        if (at >= 0) {
            int from = at + header.length();
            int length = Integer.parseInt(text.substring(from, text.indexOf("\r\n", from)));
            text.append(new String(in.readNBytes(length), StandardCharsets.US_ASCII));
        }
        return text.toString();
    }

    private static String threeLines(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int lines = 0; lines < 3; ) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            text.append((char) next);
            lines += next == '\n' ? 1 : 0;
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
