package io.holdfast.bench.servers;

import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * A server that answers at an address.
 *
 * @param pid its process, when it runs on this machine and is known: processor time is read there
 */
public record Subject(String name, InetSocketAddress address, OptionalLong pid) {

    /** The value of a Host header. */
    public String host() {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The processor time that it and its children have used, or -1 where that is not known. */
    public long processorNanos() {
        return pid.isPresent() ? ProcessorTime.ofTree(pid.getAsLong()) : -1;
    }
}
