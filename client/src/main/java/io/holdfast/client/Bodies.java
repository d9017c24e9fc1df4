package io.holdfast.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the bodies of error replies. */
final class Bodies {

    private static final int BYTES_MAX = 1 << 16;

    private Bodies() {}

    /** Returns the beginning of a body as text. */
    static String text(InputStream in) throws IOException {
        return new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
    }
}
