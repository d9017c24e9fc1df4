package io.holdfast.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A minimal HTTP client, so that the cache contains no other. */
final class TrainingAsker implements AutoCloseable {

    private final Socket socket;
    private int asked;

    TrainingAsker(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
    }

    int asked() {
        return asked;
    }

    String ask(String method, String path, String headers, String body) throws IOException {
        asked++;
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers
                + "Content-Length: " + bytes.length + "\r\n\r\n" + body;
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.flush();
        InputStream in = socket.getInputStream();
        StringBuilder reply = new StringBuilder();
        while (reply.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the server disconnected during " + method + " " + path);
            }
            reply.append((char) next);
        }
        String lower = reply.toString().toLowerCase(Locale.ROOT);
        int length = lower.indexOf("content-length: ");
        int size = 0;
        if (length >= 0) {
            int end = lower.indexOf('\r', length);
            size = Integer.parseInt(lower.substring(length + 16, end).trim());
        }
        return new String(in.readNBytes(size), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
