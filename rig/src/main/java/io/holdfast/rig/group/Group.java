package io.holdfast.rig.group;

import io.holdfast.rig.wire.Station;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The members of one cluster. */
public final class Group implements AutoCloseable {

    private static final int HTTP_PORT = 6389;
    private static final int LINE_PORT = 6388;
    private static final int PEER_PORT = 6390;

    private final Network network;
    private final List<Member> members = new ArrayList<>();
    private final Watch watch;

    private record Ports(int http, int line, int peer) {}

    /** Sets the members up without starting them. */
    public Group(Layout layout, Network network, Path directory) throws IOException {
        this.network = network;
        List<Ports> ports = new ArrayList<>();
        StringJoiner peers = new StringJoiner(",");
        for (int node = 0; node < layout.nodes(); node++) {
            Ports own = network.hasOwnPorts()
                    ? new Ports(HTTP_PORT, LINE_PORT, PEER_PORT)
                    : new Ports(FreePorts.port(), FreePorts.port(), FreePorts.port());
            ports.add(own);
            peers.add(name(node) + "=" + network.host(node) + ":" + own.peer());
        }
        for (int node = 0; node < layout.nodes(); node++) {
            Path own = directory.resolve(name(node));
            String host = network.host(node);
            Ports port = ports.get(node);
            List<String> flags = new ArrayList<>(List.of(
                    "--http-port", Integer.toString(port.http()),
                    "--port", Integer.toString(port.line())));
            if (!layout.flags().contains("--ephemeral")) {
                flags.addAll(List.of("--data-dir", Member.dataDirectory(own).toString()));
            }
            if (network.hasOwnPorts()) {
                flags.addAll(List.of("--host", host, "--insecure"));
            }
            if (layout.nodes() > 1) {
                flags.addAll(List.of("--node", name(node), "--peers", peers.toString()));
            }
            flags.addAll(layout.flags());
            members.add(new Member(
                    name(node),
                    own,
                    network.enter(node),
                    flags,
                    new InetSocketAddress(host, port.http()),
                    new InetSocketAddress(host, port.line()),
                    layout));
        }
        if (layout.otherLauncher() != null) {
            members.getLast().changeBuild();
        }
        this.watch = new Watch(members);
    }

    private static String name(int node) {
        return "n" + (node + 1);
    }

    /** Starts all members and waits until each serves. */
    public void start() throws IOException {
        for (Member member : members) {
            member.launch();
        }
        for (Member member : members) {
            member.awaitServing();
        }
    }

    public List<Member> members() {
        return List.copyOf(members);
    }

    public int size() {
        return members.size();
    }

    public int indexOf(Member member) {
        return members.indexOf(member);
    }

    public Network network() {
        return network;
    }

    /** Returns the watch, which finds the leader and checks the members' health. */
    public Watch watch() {
        return watch;
    }

    /** Returns the members' client addresses. */
    public List<Station> stations() {
        return members.stream()
                .map(member -> new Station(member.name(), member.http(), member.line()))
                .toList();
    }

    @Override
    public void close() {
        members.forEach(Member::close);
        network.close();
    }
}
