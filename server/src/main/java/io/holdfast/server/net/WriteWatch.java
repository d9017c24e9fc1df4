package io.holdfast.server.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

import java.util.concurrent.TimeUnit;

/** Notices a client that leaves its replies unread; costs nothing while replies are taken. */
final class WriteWatch {

    private final long patienceNanos;
    private long sinceNanos;
    private long progress;
    private boolean stalled;

    WriteWatch(long patienceMillis) {
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    /** What was written and not taken yet, with what each piece of it costs beside its bytes. */
    static long pendingBytes(Channel channel) {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    /** Whether nothing was taken for too long, as far as the looks from time to time can tell. */
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
