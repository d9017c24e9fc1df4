package io.holdfast.rig.group;

import java.io.IOException;
import java.util.List;

/** The network between the members. Members are numbered from 0. */
public sealed interface Network extends AutoCloseable permits Loopback, Namespaces {

    String host(int node);

    /** Returns whether each member has all ports to itself. */
    boolean hasOwnPorts();

    /** Returns the command prefix that runs a command in the member's network. */
    List<String> enter(int node);

    /** Returns whether links can be cut. */
    boolean cuts();

    /** Drops all packets from {@code from} to {@code to} from now on. */
    void cut(int from, int to) throws IOException;

    /** Returns the number of packets dropped on cut links. */
    long dropped() throws IOException;

    /** Restores all links. */
    void heal() throws IOException;

    @Override
    void close();
}
