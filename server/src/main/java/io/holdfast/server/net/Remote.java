package io.holdfast.server.net;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The remote end of a connection. */
public final class Remote {

    private Remote() {}

    public static InetAddress address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress socket
                        && socket.getAddress() != null
                ? socket.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    /**
     * Returns the address as counted and displayed: without the zone, which is local to this host.
     */
    public static String text(InetAddress address) {
        String host = address.getHostAddress();
        int zone = host.indexOf('%');
        return zone < 0 ? host : host.substring(0, zone);
    }

    /**
     * Returns the key by which a sender is counted. An IPv6 client usually controls 2^64 addresses,
     * so the whole /64 network counts as one sender.
     */
    public static String sender(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, 8)
                : address.getHostAddress();
    }

    /** Returns the certificate that the client has proved to own, or null if it presented none. */
    public static @Nullable X509Certificate certificate(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            return tls.engine().getSession().getPeerCertificates()[0]
                            instanceof X509Certificate certificate
                    ? certificate
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }
}
