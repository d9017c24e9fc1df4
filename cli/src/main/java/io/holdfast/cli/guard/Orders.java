package io.holdfast.cli.guard;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Reads lines from a pipe. The end of the pipe, when its writer died, is reported as well. */
public final class Orders {

    private static final int BYTES_MAX = 4096;

    private final int pipe;
    private String rest = "";

    public Orders(int pipe) {
        this.pipe = pipe;
    }

    /** Reads until the end; then the handler gets an empty line. */
    public void readAll(Consumer<String> handler) {
        byte[] bytes = Posix.read(pipe, BYTES_MAX);
        while (bytes.length > 0) {
            // Orders and reports are ASCII or percent-encoded, so a character is one byte.
            rest += new String(bytes, StandardCharsets.ISO_8859_1);
            for (int end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
                handler.accept(rest.substring(0, end));
                rest = rest.substring(end + 1);
            }
            bytes = Posix.read(pipe, BYTES_MAX);
        }
        handler.accept("");
    }
}
