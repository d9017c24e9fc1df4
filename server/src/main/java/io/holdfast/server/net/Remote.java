package io.holdfast.server.net;

import io.netty.channel.Channel;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The other end of a connection. */
public final class Remote {

    private Remote() {}

    public static InetAddress address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress socket
                        && socket.getAddress() != null
                ? socket.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    /** The address as it is counted and shown: without the zone, which is our side of it. */
    public static String text(InetAddress address) {
        String host = address.getHostAddress();
        int zone = host.indexOf('%');
        return zone < 0 ? host : host.substring(0, zone);
    }
}
