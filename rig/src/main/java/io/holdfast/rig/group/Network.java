package io.holdfast.rig.group;

import java.io.IOException;
import java.util.List;

/** What is between the nodes. Nodes are counted from 0. */
public sealed interface Network extends AutoCloseable permits Loopback, Namespaces {

    String host(int node);

    /** Whether every node has all ports for itself. */
    boolean hasOwnPorts();

    /** The words that start a command where the node is. */
    List<String> enter(int node);

    /** Whether links can be cut. */
    boolean cuts();

    /** From now on nothing of what {@code from} sends reaches {@code to}. */
    void cut(int from, int to) throws IOException;

    /** How many packets were lost on links that are cut. */
    long dropped() throws IOException;

    /** All links are as they were. */
    void heal() throws IOException;

    @Override
    void close();
}
