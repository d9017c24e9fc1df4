package io.holdfast.rig.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** One HTTP connection that reconnects after a failure; one request at a time. */
public final class Wire implements AutoCloseable {

    private static final int CONNECT_MILLIS_MAX = 2_000;
    private static final int ANSWER_MILLIS_MAX = 120_000;

    private final InetSocketAddress address;
    private final @Nullable String bearer;
    private int answerMillisMax = ANSWER_MILLIS_MAX;
    private @Nullable InetAddress from;
    private @Nullable SSLContext tls;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    public Wire(int port) {
        this(port, null);
    }

    public Wire(int port, @Nullable String bearer) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), bearer);
    }

    public Wire(InetSocketAddress address, @Nullable String bearer) {
        this.address = address;
        this.bearer = bearer;
    }

    /** Sets the local address of connections, for clients that the server must tell apart. */
    public Wire from(String local) throws IOException {
        from = InetAddress.getByName(local);
        return this;
    }

    /** Connects over TLS. The context must trust the server's certificate. */
    public Wire over(SSLContext context) {
        tls = context;
        return this;
    }

    /** Sets the answer timeout for the following requests. After it the connection is closed. */
    public void patience(int millis) {
        answerMillisMax = millis;
    }

    /** Sends the request once, without retries, and returns the outcome. */
    public Answer send(Request request) {
        try {
            connect();
        } catch (IOException e) {
            close();
            return new Answer.NotSent(e.toString());
        }
        try {
            write(request);
            return read(request.method().equals("HEAD"));
        } catch (IOException e) {
            close();
            return new Answer.Lost(e.toString());
        }
    }

    /** Like {@link #send}, but fails unless there is a reply. */
    public Answer.Reply ask(Request request) throws IOException {
        Answer answer = send(request);
        if (answer instanceof Answer.Reply reply) {
            return reply;
        }
        throw new IOException(request.method() + " " + request.path() + ": " + answer);
    }

    private void connect() throws IOException {
        Socket known = socket;
        if (known != null) {
            known.setSoTimeout(answerMillisMax);
            return;
        }
        Socket opened = new Socket();
        socket = opened;
        opened.setTcpNoDelay(true);
        if (from != null) {
            opened.bind(new InetSocketAddress(from, 0));
        }
        opened.connect(address, CONNECT_MILLIS_MAX);
        opened.setSoTimeout(answerMillisMax);
        if (tls != null) {
            String host = address.getAddress().getHostAddress();
            opened = tls.getSocketFactory().createSocket(opened, host, address.getPort(), true);
            socket = opened;
        }
        in = new BufferedInputStream(opened.getInputStream(), 4096);
    }

    private void write(Request request) throws IOException {
        Socket open = socket;
        if (open == null) {
            throw new EOFException("no connection");
        }
        String host = address.getAddress().getHostAddress() + ":" + address.getPort();
        open.getOutputStream().write(request.bytes(host, bearer));
    }

    private Answer read(boolean headOnly) throws IOException {
        String statusLine = line();
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = headOnly ? new byte[0] : body(headers);
        if (headers.getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return new Answer.Reply(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    /** Long lists are sent in chunks. */
    private byte[] body(Map<String, String> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return bytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length;
        do {
            length = Integer.parseInt(line(), 16);
            body.write(bytes(length));
            line();
        } while (length > 0);
        return body.toByteArray();
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = stream().readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("half a body");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = stream().read(); c != '\n'; c = stream().read()) {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            line.append((char) c);
        }
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r'
                ? line.substring(0, length - 1)
                : line.toString();
    }

    private InputStream stream() throws IOException {
        if (in == null) {
            throw new EOFException("no connection");
        }
        return in;
    }

    /** Closes the connection. Thread-safe, so that a call in progress can be aborted. */
    @Override
    public void close() {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The socket is closed either way.
            }
        }
    }
}
