package io.holdfast.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;

/** Echoes its input. */
class EchoLink extends Link {

    EchoLink(Channel channel, Loop loop) {
        super(channel, loop, new Patience(5_000, 100, 1_024));
    }

    @Override
    protected int process(byte[] bytes, int length) {
        write(Unpooled.copiedBuffer(bytes, 0, length));
        return length;
    }

    @Override
    protected boolean idle() {
        return true;
    }

    @Override
    protected boolean midRequest() {
        return false;
    }

    @Override
    protected void inputEnded() {
        finish();
    }

    @Override
    protected void late() {
        close();
    }

    @Override
    protected void aheadTooFar() {
        close();
    }

    @Override
    protected long requestBytes() {
        return 0;
    }

    @Override
    protected boolean isKnown() {
        return true;
    }

    @Override
    protected void beyondBudget() {
        close();
    }

    @Override
    protected void gone() {
        // No resources to free.
    }

    @Override
    protected void drain() {
        finish();
    }
}
