package io.holdfast.bench.locks;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Handover;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.servers.Subject;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The rows in their order.
 *
 * <p>Rows that are compared with each other are adjacent: the machine's speed changes over minutes,
 * which affects a ratio of neighbours least.
 */
final class Plan {

    /**
     * etcd is measured at one connection and at 64; more would take time without new information.
     */
    private static final int ETCD_CONNECTIONS_MAX = 64;

    private final LocksOptions options;
    private final Dialogues dialogues;
    private final List<Item> items = new ArrayList<>();

    private Plan(LocksOptions options, Dialogues dialogues) {
        this.options = options;
        this.dialogues = dialogues;
    }

    static List<Item> of(LocksOptions options, Dialogues dialogues) {
        Plan plan = new Plan(options, dialogues);
        options.connections.forEach(plan::addAt);
        plan.lockServers().forEach(plan::addHandover);
        return List.copyOf(plan.items);
    }

    private List<String> lockServers() {
        List<String> servers = new ArrayList<>();
        if (options.start) {
            servers.addAll(List.of(Fleet.MEMORY, Fleet.DURABLE));
        }
        options.others.forEach(other -> servers.add(other.name()));
        return servers;
    }

    private void addAt(int connections) {
        add("yardstick.nginx.fixed", Fleet.NGINX, connections, s -> dialogues.fixed(s, "/"));
        lockServers().stream()
                .filter(server -> !server.equals(Fleet.DURABLE))
                .forEach(server -> addLocks(server, connections, true));
        if (options.start) {
            addLocks(Fleet.DURABLE, connections, false);
        }
        add("yardstick.redis.fsync", Fleet.REDIS_FSYNC, connections, s -> dialogues.redis());
        add("yardstick.redis.memory", Fleet.REDIS_MEMORY, connections, s -> dialogues.redis());
        if (connections <= ETCD_CONNECTIONS_MAX) {
            addEtcd(connections);
        }
    }

    private void addLocks(String server, int connections, boolean withFixedReply) {
        String id = "locks." + server;
        if (withFixedReply) {
            add(id + ".fixed", server, connections, s -> dialogues.fixed(s, "/health"));
        }
        add(id + ".unique", server, connections, s -> dialogues.locks(s, Keys.UNIQUE));
        if (connections > 1) {
            add(id + ".shared", server, connections, s -> dialogues.locks(s, Keys.SHARED));
        }
    }

    private void addEtcd(int connections) {
        String id = "yardstick.etcd";
        add(id + ".unique", Fleet.ETCD, connections, s -> dialogues.etcd(s, Keys.UNIQUE));
        if (connections > 1) {
            add(id + ".shared", Fleet.ETCD, connections, s -> dialogues.etcd(s, Keys.SHARED));
        }
    }

    private void addHandover(String server) {
        String id = "locks." + server + ".handover";
        if (options.wants(id)) {
            items.add(new Item(
                    id,
                    server,
                    Handover.CONNECTIONS,
                    Transport.HTTP,
                    Kind.HANDOVER,
                    dialogues::handover));
        }
    }

    private void add(
            String id,
            String server,
            int connections,
            Function<Subject, IntFunction<Dialogue>> dialoguesOf) {
        if (options.wants(id)) {
            items.add(new Item(id, server, connections, Transport.HTTP, Kind.PAIR, dialoguesOf));
        }
    }
}
