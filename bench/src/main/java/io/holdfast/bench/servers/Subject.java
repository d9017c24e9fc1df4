package io.holdfast.bench.servers;

import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * A server at an address.
 *
 * @param pid its process, if it runs on this machine and is known; used to read its CPU time
 */
public record Subject(String name, InetSocketAddress address, OptionalLong pid) {

    /** Returns the value of a Host header. */
    public String host() {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Returns the CPU time that it and its children have used, or -1 if unknown. */
    public long processorNanos() {
        return pid.isPresent() ? ProcessorTime.ofTree(pid.getAsLong()) : -1;
    }
}
