package io.holdfast.server.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A span as a receiver reads it, with the field numbers of OTLP's protobuf messages.
 *
 * @param links the span ids of its links
 * @param resource the attributes of the sender
 */
record SentSpan(
        String trace,
        String id,
        String parent,
        String name,
        long startNanos,
        long endNanos,
        Map<String, String> attributes,
        List<String> links,
        long status,
        Map<String, String> resource) {

    /** One field: its number and its bytes or its number. */
    private record Field(int number, byte[] bytes, long value) {

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String hex() {
            return HexFormat.of().formatHex(bytes);
        }
    }

    static List<SentSpan> ofRequest(byte[] body) {
        List<SentSpan> spans = new ArrayList<>();
        for (Field resourceSpans : fields(body)) {
            Map<String, String> resource = new TreeMap<>();
            for (Field part : fields(resourceSpans.bytes)) {
                if (part.number == 1) {
                    fields(part.bytes).forEach(field -> attribute(field, 1, resource));
                } else if (part.number == 2) {
                    fields(part.bytes).stream()
                            .filter(field -> field.number == 2)
                            .forEach(field -> spans.add(of(field.bytes, resource)));
                }
            }
        }
        return spans;
    }

    private static SentSpan of(byte[] message, Map<String, String> resource) {
        Map<Integer, Field> single = new TreeMap<>();
        Map<String, String> attributes = new TreeMap<>();
        List<String> links = new ArrayList<>();
        for (Field field : fields(message)) {
            single.put(field.number, field);
            attribute(field, 9, attributes);
            if (field.number == 13) {
                fields(field.bytes).stream()
                        .filter(part -> part.number == 2)
                        .forEach(part -> links.add(part.hex()));
            }
        }
        Field none = new Field(0, new byte[0], 0);
        long status = fields(single.getOrDefault(15, none).bytes).stream()
                .filter(field -> field.number == 3)
                .mapToLong(Field::value)
                .findFirst()
                .orElse(0);
        return new SentSpan(
                single.getOrDefault(1, none).hex(),
                single.getOrDefault(2, none).hex(),
                single.getOrDefault(4, none).hex(),
                single.getOrDefault(5, none).text(),
                single.getOrDefault(7, none).value,
                single.getOrDefault(8, none).value,
                attributes,
                links,
                status,
                resource);
    }

    private static void attribute(Field field, int number, Map<String, String> into) {
        if (field.number != number) {
            return;
        }
        List<Field> pair = fields(field.bytes);
        Field value = fields(pair.get(1).bytes).getFirst();
        into.put(pair.getFirst().text(), value.number == 1 ? value.text() : "" + value.value);
    }

    private static List<Field> fields(byte[] message) {
        List<Field> fields = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            long tag = varint(in);
            int number = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case 0 -> fields.add(new Field(number, new byte[0], varint(in)));
                case 1 -> fields.add(new Field(number, new byte[0], in.getLong()));
                case 2 -> {
                    byte[] bytes = new byte[(int) varint(in)];
                    in.get(bytes);
                    fields.add(new Field(number, bytes, 0));
                }
                case 5 -> fields.add(new Field(number, new byte[0], in.getInt()));
                default -> throw new AssertionError("wire type of tag " + tag);
            }
        }
        return fields;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
