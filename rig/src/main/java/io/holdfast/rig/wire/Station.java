package io.holdfast.rig.wire;

import java.net.InetSocketAddress;

/** Where a node can be reached. */
public record Station(String node, InetSocketAddress http, InetSocketAddress line) {}
