package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProtocolTest {

    private static Reply parse(Protocol protocol, String text) {
        ByteBuffer in = ByteBuffer.allocateDirect(512).put(Bytes.ascii(text));
        Reply reply = new Reply();
        protocol.parse(in, in.position(), reply);
        return reply;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 404 Not Found\r\na: b\r\ncontent-length:0\r\nc: d\r\n\r\n",
                "HTTP/1.1 200 \r\nX: \r\r\r\nCONTENT-LENGTH:  11\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r",
            })
    void replyIsCompleteAtItsLastByte(String text) {
        for (int cut = 0; cut < text.length(); cut++) {
            assertThat(parse(Protocol.HTTP, text.substring(0, cut)).state)
                    .as("cut at %d", cut)
                    .isEqualTo(Reply.State.INCOMPLETE);
        }
        Reply whole = parse(Protocol.HTTP, text);
        assertThat(whole.state).isEqualTo(Reply.State.COMPLETE);
        assertThat(whole.end).isEqualTo(text.length());
        assertThat(whole.status).isEqualTo(Integer.parseInt(text.substring(9, 12)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 4x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-Content-Length: 5\r\n\r\nhello",
                "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "hello there\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n",
            })
    void replyWithoutValidFramingIsMalformed(String text) {
        assertThat(parse(Protocol.HTTP, text).state).isEqualTo(Reply.State.MALFORMED);
    }

    @Test
    void respReplyEndsWithItsLineAndItsTypeIsItsStatus() {
        assertThat(parse(Protocol.RESP, "+OK\r").state).isEqualTo(Reply.State.INCOMPLETE);
        Reply good = parse(Protocol.RESP, "+OK\r\n");
        assertThat(good.state).isEqualTo(Reply.State.COMPLETE);
        assertThat(good.status).isEqualTo('+');
        assertThat(good.end).isEqualTo(5);
        assertThat(parse(Protocol.RESP, "-ERR no\r\n").status).isEqualTo('-');
    }

    @Test
    void replyOfTheLineProtocolIsOneLineAndItsOwnBody() {
        String grant = "ok " + "0".repeat(32) + " 60";
        assertThat(parse(Protocol.LINE, "").state).isEqualTo(Reply.State.INCOMPLETE);
        assertThat(parse(Protocol.LINE, grant).state).isEqualTo(Reply.State.INCOMPLETE);
        Reply good = parse(Protocol.LINE, grant + "\n");
        assertThat(good.state).isEqualTo(Reply.State.COMPLETE);
        assertThat(good.status).isEqualTo('o');
        assertThat(good.bodyStart).isZero();
        assertThat(good.end).isEqualTo(grant.length() + 1);
        assertThat(parse(Protocol.LINE, "error\n").status).isEqualTo('e');
        assertThat(parse(Protocol.LINE, "ok\nok\n").end).isEqualTo(3);
    }
}
