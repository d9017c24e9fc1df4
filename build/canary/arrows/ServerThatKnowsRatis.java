package io.holdfast.server.canary;

// must fail: the-edge-leaves-ratis-to-the-log
final class ServerThatKnowsRatis {

    org.apache.ratis.protocol.RaftPeerId found;
}
