package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.Clock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Three whole servers of one cluster, with real sockets, files and time. */
public final class TestServers implements AutoCloseable {

    private final Path directory;
    private final List<TestServer> servers;
    private final List<Integer> peerPorts;
    private int parties;

    private TestServers(Path directory, List<TestServer> servers, List<Integer> peerPorts) {
        this.directory = directory;
        this.servers = servers;
        this.peerPorts = peerPorts;
    }

    /** Flags for one of the members n1, n2 and n3. */
    @FunctionalInterface
    public interface Flags {
        List<String> of(String node);
    }

    /** Starts a cluster with long leases, so that none expires on a slow machine. */
    public static TestServers start(Path directory, String... flags) {
        return start(directory, node -> List.of(flags));
    }

    public static TestServers start(Path directory, Flags flags) {
        Peers peers = Peers.start(directory, Clock.SYSTEM, node -> {
            List<String> all = new ArrayList<>(List.of("--default-lease-ttl", "600"));
            all.addAll(List.of("--http-session-idle-timeout", "600"));
            all.addAll(flags.of(node));
            return all;
        });
        List<TestServer> servers =
                peers.servers().stream().map(TestServer::inRealTime).toList();
        return new TestServers(directory, servers, peers.peerPorts());
    }

    /** Returns a member by number; n1 is 1. */
    public TestServer node(int number) {
        return servers.get(number - 1);
    }

    public Client client(int number) {
        return node(number).client();
    }

    public List<TestServer> nodes() {
        return servers;
    }

    /** Returns the parent of the members' directories. */
    public Path directory() {
        return directory;
    }

    public int peerPort(int number) {
        return peerPorts.get(number - 1);
    }

    /**
     * Opens a session whose requests go to each member in turn, or a line protocol connection to
     * the next member.
     */
    public Party party(Transport transport) {
        int first = parties++;
        TestServer server = servers.get(first % Peers.NODES);
        return switch (transport) {
            case HTTP -> {
                String session = server.session().id();
                List<Caller> callers = new ArrayList<>();
                for (int i = 1; i <= Peers.NODES; i++) {
                    callers.add(
                            new Caller(servers.get((first + i) % Peers.NODES).client(), session));
                }
                yield new HttpParty(List.copyOf(callers));
            }
            case LINE -> new LineParty(server);
        };
    }

    /** Waits until every member has seen this many waiters for a key. */
    public void awaitQueued(String key, int count) {
        servers.forEach(server -> server.awaitQueued(key, count));
    }

    /** Returns a key's row in the statistics, which must be the same at every member. */
    public JsonNode row(String array, String key) {
        JsonNode first = withoutTime(servers.getFirst().row(array, key));
        for (TestServer server : servers) {
            assertThat(withoutTime(server.row(array, key))).isEqualTo(first);
        }
        return first;
    }

    /** Removes the fields that change between two requests. */
    private static JsonNode withoutTime(JsonNode row) {
        return row instanceof ObjectNode object
                ? object.deepCopy().remove(List.of("lease_expires_in_s", "idle_s"))
                : row;
    }

    @Override
    public void close() {
        servers.parallelStream().forEach(TestServer::close);
    }
}
