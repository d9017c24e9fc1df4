package io.holdfast.rig.group;

import io.holdfast.rig.process.Shell;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network namespace for each member, all on one bridge to which the rig's clients are connected
 * too: a member that is cut off from its peers can still be reached by its clients. Requires root.
 */
public final class Namespaces implements Network {

    private static final int NODES_MAX = 9;

    /** Columns in the output of iptables: packets, bytes, target. */
    private static final Pattern DROPPED = Pattern.compile("(?m)^\\s*(\\d+)\\s+\\d+\\s+DROP\\s");

    /** Deleted interfaces do not disappear at once, so each network gets new names. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private static final int LETTERS = 26;

    private final String prefix;
    private final String subnet;
    private final int nodes;

    private Namespaces(String prefix, String subnet, int nodes) {
        this.prefix = prefix;
        this.subnet = subnet;
        this.nodes = nodes;
    }

    /** Returns whether the rig can create network namespaces on this machine. */
    public static boolean available() {
        if (!Shell.isRoot()
                || Shell.find("ip").isEmpty()
                || Shell.find("iptables").isEmpty()) {
            return false;
        }
        String probe = "hf" + ProcessHandle.current().pid() + "p";
        return Shell.tryRun(ip(), "netns", "add", probe)
                && Shell.tryRun(ip(), "netns", "del", probe);
    }

    /** Names and addresses are derived from the process id, so that two rigs do not conflict. */
    public static Namespaces create(int nodes) throws IOException {
        if (nodes > NODES_MAX) {
            throw new IllegalArgumentException(nodes + " nodes");
        }
        long pid = ProcessHandle.current().pid();
        char letter = (char) ('a' + MADE.getAndIncrement() % LETTERS);
        String subnet = "10." + (64 + pid / 256 % 64) + "." + pid % 256 + ".";
        Namespaces network = new Namespaces("hf" + pid % 100_000 + letter, subnet, nodes);
        try {
            network.make();
        } catch (IOException e) {
            network.close();
            throw e;
        }
        return network;
    }

    private void make() throws IOException {
        String bridge = prefix + "br";
        Shell.run(ip(), "link", "add", bridge, "type", "bridge");
        Shell.run(ip(), "addr", "add", subnet + "254/24", "dev", bridge);
        Shell.run(ip(), "link", "set", bridge, "up");
        for (int node = 0; node < nodes; node++) {
            String name = name(node);
            String link = name + "v";
            Shell.run(ip(), "netns", "add", name);
            Shell.run(
                    ip(), "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns",
                    name);
            Shell.run(ip(), "link", "set", link, "master", bridge, "up");
            Shell.run(ip(), "-n", name, "addr", "add", host(node) + "/24", "dev", "eth0");
            Shell.run(ip(), "-n", name, "link", "set", "eth0", "up");
            Shell.run(ip(), "-n", name, "link", "set", "lo", "up");
        }
    }

    private static String ip() {
        return Shell.find("ip").map(Object::toString).orElse("ip");
    }

    private static String iptables() {
        return Shell.find("iptables").map(Object::toString).orElse("iptables");
    }

    private String name(int node) {
        return prefix + "n" + (node + 1);
    }

    @Override
    public String host(int node) {
        return subnet + (node + 1);
    }

    @Override
    public boolean hasOwnPorts() {
        return true;
    }

    @Override
    public List<String> enter(int node) {
        return List.of(ip(), "netns", "exec", name(node));
    }

    @Override
    public boolean cuts() {
        return true;
    }

    @Override
    public void cut(int from, int to) throws IOException {
        Shell.run(
                ip(),
                "netns",
                "exec",
                name(to),
                iptables(),
                "-w",
                "-A",
                "INPUT",
                "-s",
                host(from),
                "-j",
                "DROP");
    }

    @Override
    public long dropped() throws IOException {
        long packets = 0;
        for (int node = 0; node < nodes; node++) {
            String rules = Shell.output(
                    ip(), "netns", "exec", name(node), iptables(), "-w", "-nvxL", "INPUT");
            Matcher counted = DROPPED.matcher(rules);
            while (counted.find()) {
                packets += Long.parseLong(counted.group(1));
            }
        }
        return packets;
    }

    @Override
    public void heal() throws IOException {
        for (int node = 0; node < nodes; node++) {
            Shell.run(ip(), "netns", "exec", name(node), iptables(), "-w", "-F", "INPUT");
        }
    }

    @Override
    public void close() {
        for (int node = 0; node < nodes; node++) {
            Shell.tryRun(ip(), "link", "del", name(node) + "v");
            Shell.tryRun(ip(), "netns", "del", name(node));
        }
        Shell.tryRun(ip(), "link", "del", prefix + "br");
    }
}
