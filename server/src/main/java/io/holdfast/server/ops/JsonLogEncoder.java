package io.holdfast.server.ops;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/** Writes one line of JSON for each log event; a message cannot break out of its string. */
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {

    private static final byte[] NOTHING = {};

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line =
                new StringBuilder(256).append("{\"time\":\"").append(event.getInstant());
        line.append("\",\"level\":\"").append(event.getLevel());
        field(line, "logger", event.getLoggerName());
        field(line, "thread", event.getThreadName());
        field(line, "message", event.getFormattedMessage());
        if (event.getThrowableProxy() != null) {
            field(line, "error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        line.append('"');
        if (event.getKeyValuePairs() != null) {
            event.getKeyValuePairs().forEach(pair -> number(line, pair));
        }
        return line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Only numbers are attached to events. */
    private static void number(StringBuilder line, KeyValuePair pair) {
        if (pair.value instanceof Long value) {
            line.append(",\"").append(pair.key).append("\":").append(value.longValue());
        }
    }

    private static void field(StringBuilder line, String name, String value) {
        line.append("\",\"").append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c == '\n') {
                line.append("\\n");
            } else if (c == '\t') {
                line.append("\\t");
            } else if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
    }
}
