package io.holdfast.log.backup;

import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.Properties;

/**
 * What a backup says of itself, for whoever looks at it later. Nothing is decided by it.
 *
 * @param writer the version of the server that wrote it
 * @param node the node that wrote it
 * @param index the last entry of the log that is in it
 * @param wallMillis the wall clock of that entry
 */
public record Description(String writer, String node, long index, long wallMillis) {

    /** As it stands in the file: one field a line, so that later versions can add some. */
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
            throw new IOException("it does not say what it is of", e);
        }
    }

    /** When the last entry in it was made, to a thousandth of a second. */
    public Instant at() {
        return Instant.ofEpochMilli(wallMillis);
    }
}
