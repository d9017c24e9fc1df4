package io.holdfast.rig.group;

import java.util.List;

/** All members on one address; links cannot be cut. */
public final class Loopback implements Network {

    @Override
    public String host(int node) {
        return "127.0.0.1";
    }

    @Override
    public boolean hasOwnPorts() {
        return false;
    }

    @Override
    public List<String> enter(int node) {
        return List.of();
    }

    @Override
    public boolean cuts() {
        return false;
    }

    @Override
    public void cut(int from, int to) {
        throw new UnsupportedOperationException("loopback has no links to cut");
    }

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public void heal() {}

    @Override
    public void close() {}
}
