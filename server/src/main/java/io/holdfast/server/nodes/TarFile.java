package io.holdfast.server.nodes;

import io.holdfast.core.query.WorkAnswer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Texts as files of a ustar archive, compressed as they come where that is wanted. */
final class TarFile {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int PREFIX_AT = 345;
    private static final int CHECKSUM_AT = 148;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
    private final OutputStream out;
    private final long modifiedSeconds;

    TarFile(boolean gzip, long modifiedSeconds) {
        this.modifiedSeconds = modifiedSeconds;
        try {
            this.out = gzip ? new GZIPOutputStream(bytes) : bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(String name, WorkAnswer node) {
        byte[] text = NodeText.raw(node.node()).getBytes(StandardCharsets.UTF_8);
        try {
            out.write(header(name, text.length));
            out.write(text);
            out.write(new byte[(BLOCK - text.length % BLOCK) % BLOCK]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] header(String name, int size) {
        byte[] header = new byte[BLOCK];
        String file = name;
        if (name.length() > NAME_BYTES) {
            int slash = name.lastIndexOf('/');
            put(header, PREFIX_AT, name.substring(0, slash));
            file = name.substring(slash + 1);
        }
        put(header, 0, file.length() > NAME_BYTES ? file.substring(0, NAME_BYTES) : file);
        put(header, 100, "0000644\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, String.format(Locale.ROOT, "%011o\0", size));
        put(header, 136, String.format(Locale.ROOT, "%011o\0", modifiedSeconds));
        Arrays.fill(header, CHECKSUM_AT, CHECKSUM_AT + 8, (byte) ' ');
        put(header, 156, "0");
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

    byte[] bytes() {
        try {
            out.write(new byte[2 * BLOCK]);
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
