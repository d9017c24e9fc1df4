package io.holdfast.rig.overload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** The bytes of TLS clients that never finish what they began. */
final class TlsBytes {

    private static final byte HANDSHAKE = 22;
    private static final byte APPLICATION_DATA = 23;
    private static final byte CLIENT_HELLO = 1;
    private static final int RECORD_MAX_BYTES = 16 << 10;
    private static final int HELLO_BYTES = 32_000;
    private static final int HELLO_RECORD_BYTES = 8_000;

    private TlsBytes() {}

    /** Returns a valid ClientHello. */
    static byte[] hello() throws IOException {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), out);
            return Arrays.copyOf(out.array(), out.position());
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    /** Returns the records of a large ClientHello, but for its last bytes. */
    static byte[] unfinishedHello() {
        ByteBuffer out = ByteBuffer.allocate(HELLO_BYTES + 100);
        for (int sent = 0; sent < HELLO_BYTES; sent += HELLO_RECORD_BYTES) {
            record(out, HANDSHAKE, HELLO_RECORD_BYTES);
            int end = out.position() + HELLO_RECORD_BYTES;
            if (sent == 0) {
                out.put(CLIENT_HELLO).put((byte) 0).putShort((short) (HELLO_BYTES + 1));
            }
            out.position(end);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Returns a record of the largest size, but for its last byte. */
    static byte[] unfinishedRecord() {
        ByteBuffer out = ByteBuffer.allocate(RECORD_MAX_BYTES + 4);
        record(out, APPLICATION_DATA, RECORD_MAX_BYTES);
        return out.array();
    }

    private static void record(ByteBuffer out, byte type, int length) {
        out.put(type).put((byte) 3).put((byte) 3).putShort((short) length);
    }
}
