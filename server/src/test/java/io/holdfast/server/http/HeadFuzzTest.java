package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that the parsers accept or reject any input, never fail, and agree with Netty's. */
class HeadFuzzTest {

    private static final String[] SEEDS = {
        "GET /hello?a=b&c=%20 HTTP/1.1\r\nHost: localhost\r\n"
                + "Accept: */*\r\nConnection: close, x\r\n\r\n",
        "POST /v1/locks/a%2Fb HTTP/1.1\r\nHost: [::1]:6389\r\n"
                + "Content-Length: 17\r\nExpect: 100-continue\r\n\r\n",
        "POST http://a.b:1/x/../y HTTP/1.0\r\nhost: a\r\n"
                + "Transfer-Encoding: chunked\r\nX-Y: \t z \r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost:\r\nOrigin: https://a\r\n\r\n",
    };
    private static final String[] BODIES = {
        "4\r\nabcd\r\n0\r\n\r\n", "a;x=y\r\n0123456789\r\n1\r\nz\r\n0\r\nT: v\r\n\r\n", "0\r\n\r\n",
    };
    private static final String SPICE = "\r\n\t \0:;,%/.?#+-0x4HhCcTt\u007f\u00ff";
    private static final int ROUNDS = Integer.getInteger("holdfast.fuzz", 50_000);

    private static byte[] mutate(Random random, String seed) {
        byte[] bytes = seed.getBytes(StandardCharsets.ISO_8859_1);
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            byte spice = (byte) SPICE.charAt(random.nextInt(SPICE.length()));
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = spice;
                case 1 -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    longer[at] = spice;
                    bytes = longer;
                }
                default -> {
                    System.arraycopy(bytes, at + 1, bytes, at, bytes.length - at - 1);
                    bytes = Arrays.copyOf(bytes, bytes.length - 1);
                }
            }
        }
        return bytes;
    }

    @Test
    void headIsParsedOrRejected() {
        long seed = Long.getLong("holdfast.seed", 0x5eed0001L);
        Random random = new Random(seed);
        int understood = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = mutate(random, SEEDS[random.nextInt(SEEDS.length)]);
            try {
                int length = new HeadScanner().length(bytes, 0, bytes.length, EdgeLimits.DEFAULT);
                if (length < 0) {
                    continue;
                }
                RequestHead head =
                        HeadParser.parse(Arrays.copyOf(bytes, length), EdgeLimits.DEFAULT);
                understood++;
                check(head, seed, round);
            } catch (Malformed e) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + " round " + round + ": " + Arrays.toString(bytes), e);
            }
        }
        assertThat(understood).isGreaterThan(ROUNDS / 100);
        assertThat(refused).isGreaterThan(ROUNDS / 100);
    }

    private static void check(RequestHead head, long seed, int round) {
        String text = head.text(0, head.bytes.length);
        assertThat(head.method)
                .as("seed %d round %d", seed, round)
                .matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}");
        assertThat(text).doesNotContain("\0").doesNotContain("\r\n ").doesNotContain("\r\n\t");
        assertThat(text.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
        assertThat(head.chunked && head.contentLength >= 0).isFalse();
        if (head.http11) {
            assertThat(head.find("host")).isNotNegative();
        }
        assertThat(PathText.query(head, "c"))
                .satisfiesAnyOf(
                        value -> assertThat(value).isNull(),
                        value -> assertThat(value).isNotNull());
        PathText.isText(head);
    }

    @Test
    void acceptedHeadsAreParsedLikeNettyParsesThem() {
        long seed = Long.getLong("holdfast.seed", 0x5eed0004L);
        Random random = new Random(seed);
        int compared = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = mutate(random, SEEDS[random.nextInt(SEEDS.length)]);
            RequestHead head = parsed(bytes);
            if (head != null) {
                compared++;
                compare(head, "seed " + seed + " round " + round);
            }
        }
        assertThat(compared).isGreaterThan(ROUNDS / 100);
    }

    private static @Nullable RequestHead parsed(byte[] bytes) {
        try {
            int length = new HeadScanner().length(bytes, 0, bytes.length, EdgeLimits.DEFAULT);
            return length < 0
                    ? null
                    : HeadParser.parse(Arrays.copyOf(bytes, length), EdgeLimits.DEFAULT);
        } catch (Malformed e) {
            return null;
        }
    }

    private static void compare(RequestHead head, String where) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
        channel.writeInbound(Unpooled.wrappedBuffer(head.bytes));
        HttpRequest theirs = channel.readInbound();
        assertThat(theirs.decoderResult().isSuccess()).as(where).isTrue();
        assertThat(head.method).as(where).isEqualTo(theirs.method().name());
        assertThat(head.headers()).as(where).isEqualTo(theirs.headers().size());
        for (String name : theirs.headers().names()) {
            // Compared as bytes, because Netty reads Latin-1 where Holdfast reads UTF-8.
            int header = head.find(name);
            assertThat(head.text(head.valueFrom(header), head.valueTo(header)))
                    .as(where)
                    .isEqualTo(theirs.headers().get(name));
        }
        assertThat(head.chunked).as(where).isEqualTo(HttpUtil.isTransferEncodingChunked(theirs));
        assertThat(head.contentLength).as(where).isEqualTo(HttpUtil.getContentLength(theirs, -1L));
        channel.finishAndReleaseAll();
    }

    @Test
    void fragmentedHeadHasTheSameLength() throws Malformed {
        Random random = new Random(0x5eed0002L);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes =
                    SEEDS[random.nextInt(SEEDS.length)].getBytes(StandardCharsets.ISO_8859_1);
            HeadScanner scanner = new HeadScanner();
            int to = 0;
            int found = -1;
            while (found < 0) {
                to = Math.min(bytes.length, to + 1 + random.nextInt(9));
                found = scanner.length(bytes, 0, to, EdgeLimits.DEFAULT);
            }
            assertThat(found).isEqualTo(bytes.length);
        }
    }

    @Test
    void chunkedBodyIsParsedTheSameInAnyFragments() throws Malformed {
        long seed = Long.getLong("holdfast.seed", 0x5eed0003L);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = mutate(random, BODIES[random.nextInt(BODIES.length)]);
            String whole = read(bytes, bytes.length);
            String pieces = read(bytes, 1 + random.nextInt(5));
            assertThat(pieces).as("seed %d round %d", seed, round).isEqualTo(whole);
        }
    }

    /** Returns the result of reading the body in pieces of this size. */
    private static String read(byte[] bytes, int piece) throws Malformed {
        RequestHead head = new RequestHead(new byte[0]);
        head.chunked = true;
        BodyReader reader = new BodyReader(head, 1024, 1024, false);
        int from = 0;
        int to = 0;
        try {
            while (!reader.isDone() && to < bytes.length) {
                to = Math.min(bytes.length, to + piece);
                from = reader.read(bytes, from, to);
            }
        } catch (Malformed e) {
            return "refused";
        }
        return reader.isDone()
                ? from + new String(reader.body(), StandardCharsets.ISO_8859_1)
                : "not whole";
    }
}
