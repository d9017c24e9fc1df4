package io.holdfast.rig.wire;

import java.net.InetSocketAddress;

/** The client addresses of a member. */
public record Station(String node, InetSocketAddress http, InetSocketAddress line) {}
