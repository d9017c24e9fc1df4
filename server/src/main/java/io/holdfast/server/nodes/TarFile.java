package io.holdfast.server.nodes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * A ustar archive of texts, optionally compressed. Finished bytes can be taken while it is being
 * written.
 */
final class TarFile {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int CHECKSUM_AT = 148;
    private static final char FILE = '0';

    /** Type of the extended header that precedes a file with a long name. */
    private static final char MORE = 'x';

    private final ByteArrayOutputStream ready = new ByteArrayOutputStream(1 << 16);
    private final OutputStream out;
    private final long modifiedSeconds;

    TarFile(boolean gzip, long modifiedSeconds) {
        this.modifiedSeconds = modifiedSeconds;
        try {
            this.out = gzip ? new GZIPOutputStream(ready) : ready;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a file. Its name must be ASCII. */
    void add(String name, byte[] text) {
        String shown = name;
        if (name.length() > NAME_BYTES) {
            write("more", MORE, path(name).getBytes(StandardCharsets.US_ASCII));
            shown = name.substring(0, NAME_BYTES);
        }
        write(shown, FILE, text);
    }

    /** Returns the record of a name that does not fit into a header. Its length includes itself. */
    private static String path(String name) {
        String rest = " path=" + name + "\n";
        int digits = 1;
        while (String.valueOf(rest.length() + digits).length() > digits) {
            digits++;
        }
        return rest.length() + digits + rest;
    }

    private void write(String name, char kind, byte[] content) {
        try {
            out.write(header(name, kind, content.length));
            out.write(content);
            out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] header(String name, char kind, int size) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "0000644\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, String.format(Locale.ROOT, "%011o\0", size));
        put(header, 136, String.format(Locale.ROOT, "%011o\0", modifiedSeconds));
        Arrays.fill(header, CHECKSUM_AT, CHECKSUM_AT + 8, (byte) ' ');
        put(header, 156, String.valueOf(kind));
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put(header, CHECKSUM_AT, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] part = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(part, 0, header, at, part.length);
    }

    /** Returns the finished bytes that were not taken before. */
    byte[] take() {
        byte[] taken = ready.toByteArray();
        ready.reset();
        return taken;
    }

    /** Ends the archive and returns the bytes that were not taken before. */
    byte[] end() {
        try {
            out.write(new byte[2 * BLOCK]);
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return take();
    }
}
