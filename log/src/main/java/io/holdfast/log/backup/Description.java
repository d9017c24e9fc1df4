package io.holdfast.log.backup;

import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.Properties;

/**
 * The description in a backup. It is informational only.
 *
 * @param writer the version of the server that wrote it
 * @param node the member that wrote it
 * @param index the last log entry that it contains
 * @param wallMillis the wall clock of that entry
 */
public record Description(String writer, String node, long index, long wallMillis) {

    /** Returns the text in the file: one field per line, so that later versions can add fields. */
    String text() {
        return "writer=" + writer + "\nnode=" + node + "\nindex=" + index + "\nwall=" + wallMillis
                + "\n";
    }

    static Description parse(String text) throws IOException {
        Properties fields = new Properties();
        try {
            fields.load(new StringReader(text));
            return new Description(
                    fields.getProperty("writer", "?"),
                    fields.getProperty("node", "?"),
                    Long.parseLong(fields.getProperty("index", "0")),
                    Long.parseLong(fields.getProperty("wall", "0")));
        } catch (IllegalArgumentException e) {
            throw new IOException("its description is invalid", e);
        }
    }

    /** Returns the wall-clock time of the last entry, in milliseconds. */
    public Instant at() {
        return Instant.ofEpochMilli(wallMillis);
    }
}
