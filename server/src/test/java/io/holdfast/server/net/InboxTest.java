package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class InboxTest {

    private final Inbox inbox = new Inbox();

    private byte[] add(String text) {
        return inbox.add(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII), new byte[64]);
    }

    @Test
    void unreadBytesPrecedeNewBytes() {
        inbox.keepFrom(add("GET /a"), 4);
        byte[] bytes = add("b");

        assertThat(new String(bytes, 0, inbox.length(), StandardCharsets.US_ASCII))
                .isEqualTo("/ab");
    }

    @Test
    void bytesClearedDuringReadAreDropped() {
        byte[] bytes = add("GET /a");
        inbox.clear();
        inbox.keepFrom(bytes, 6);

        assertThat(inbox.isEmpty()).isTrue();
    }
}
