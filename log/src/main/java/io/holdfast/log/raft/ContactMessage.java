package io.holdfast.log.raft;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A member's message that only asks whether the leader still answers it, and the part of an answer
 * that counts as contact.
 */
record ContactMessage(String node, long incarnation) implements Message {

    /** The first byte, which no version of an {@link Entry} uses. */
    private static final byte KIND = 'C';

    private static final int HEAD_BYTES = 1 + Long.BYTES;

    static boolean is(ByteString content) {
        return content.size() >= HEAD_BYTES && content.byteAt(0) == KIND;
    }

    static ContactMessage read(ByteString content) {
        ByteBuffer in = content.asReadOnlyByteBuffer();
        long incarnation = in.getLong(1);
        String node = content.substring(HEAD_BYTES).toStringUtf8();
        return new ContactMessage(node, incarnation);
    }

    @Override
    public ByteString getContent() {
        byte[] name = node.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + name.length);
        out.put(KIND).putLong(incarnation).put(name).flip();
        return UnsafeByteOperations.unsafeWrap(out);
    }

    /** Returns an answer with the leader's term, or an empty one if it does not count. */
    static Message answer(long term) {
        if (term == Contacts.NOT_COUNTED) {
            return Message.EMPTY;
        }
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES).putLong(term).flip();
        return Message.valueOf(UnsafeByteOperations.unsafeWrap(out));
    }

    /** Returns the term in an answer. An earlier release answers without one. */
    static long term(Message answer) {
        ByteString content = answer.getContent();
        return content.size() < Long.BYTES
                ? Contacts.NOT_COUNTED
                : content.asReadOnlyByteBuffer().getLong(0);
    }
}
