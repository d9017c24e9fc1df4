package io.holdfast.server.dashboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * A file in memory, compressed once.
 *
 * @param tag the strong validator of the plain bytes, without quotes
 */
record StaticFile(String contentType, byte[] plain, byte[] gzip, String tag) {

    private static final int TAG_CHARACTERS = 22;

    static StaticFile of(String contentType, byte[] bytes) {
        String digest = Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(bytes));
        return new StaticFile(
                contentType, bytes, compressed(bytes), digest.substring(0, TAG_CHARACTERS));
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] compressed(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
