package io.holdfast.log.canary;

// must fail: log-stands-on-core-and-ratis
final class LogThatKnowsNetty {

    io.netty.channel.Channel found;
}
