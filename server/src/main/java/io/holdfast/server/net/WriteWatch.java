package io.holdfast.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

import java.util.concurrent.TimeUnit;

/** Detects a client that does not read its replies; costs nothing while replies are read. */
final class WriteWatch {

    private final long patienceNanos;
    private long sinceNanos;
    private long progress;
    private boolean stalled;

    WriteWatch(long patienceMillis) {
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    /** Returns the bytes written but not yet sent, including the overhead of each buffer. */
    static long pendingBytes(Channel channel) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    /** Returns whether nothing was sent for too long, as far as periodic checks can tell. */
    boolean isOver(Channel channel, long now) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        if (patienceNanos == 0 || out == null || out.totalPendingWriteBytes() == 0) {
            stalled = false;
            return false;
        }
        long reached = out.currentProgress() + out.totalPendingWriteBytes();
        if (!stalled || reached != progress) {
            stalled = true;
            sinceNanos = now;
            progress = reached;
            return false;
        }
        return now - sinceNanos >= patienceNanos;
    }
}
