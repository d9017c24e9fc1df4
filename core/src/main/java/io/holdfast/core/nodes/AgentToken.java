package io.holdfast.core.nodes;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.TokenDigest;

import org.jspecify.annotations.Nullable;

/** A token with which an agent acts for its owner until it expires. Only its digest is stored. */
final class AgentToken extends Row implements Keyed {

    private static final int BYTES = 72 + 32 + 2 * HeapSize.SLOT;

    final NodesTenant tenant;
    final TokenDigest digest;
    final String agent;

    @Nullable
    String session;

    AgentToken(
            long number,
            NodesTenant tenant,
            TokenDigest digest,
            String agent,
            @Nullable String session) {
        super(number);
        this.tenant = tenant;
        this.digest = digest;
        this.agent = agent;
        this.session = session;
    }

    @Override
    public long keyHigh() {
        return digest.high();
    }

    @Override
    public long keyLow() {
        return digest.low();
    }

    @Override
    public Due due() {
        return Due.NODES;
    }

    @Override
    protected long heapBytes() {
        return bytes(agent, session);
    }

    static int bytes(String agent, @Nullable String session) {
        return BYTES + HeapSize.text(agent) + HeapSize.text(session);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(mix(16, number()), digest.high()), digest.low());
        hash = mix(mix(hash, agent.hashCode()), tenant.number());
        return mix(mix(hash, session == null ? 0 : session.hashCode()), dueNanos());
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(tenant.number());
        out.putLong(digest.high());
        out.putLong(digest.low());
        out.putText(agent);
        out.putOptionalText(session);
        out.putLong(dueNanos());
    }
}
