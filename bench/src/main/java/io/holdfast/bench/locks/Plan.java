package io.holdfast.bench.locks;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Handover;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.servers.Subject;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
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

    /** Durable rows of the line protocol measure the disk; one number of connections suffices. */
    private static final int LINE_DURABLE_CONNECTIONS = 64;

    private final Options options;
    private final Dialogues dialogues;
    private final boolean start;
    private final List<String> others;
    private final List<Item> items = new ArrayList<>();

    private Plan(Options options, Dialogues dialogues) {
        this.options = options;
        this.dialogues = dialogues;
        this.start = !options.get(LocksOptions.NO_START);
        this.others =
                options.get(LocksOptions.SERVER).stream().map(Subject::name).toList();
    }

    static List<Item> locks(Options options, Dialogues dialogues) {
        Plan plan = new Plan(options, dialogues);
        options.get(Options.CONNECTIONS).forEach(plan::addLocksAt);
        plan.servers(Fleet.MEMORY, Fleet.DURABLE).forEach(plan::addHandover);
        return List.copyOf(plan.items);
    }

    static List<Item> line(Options options, Dialogues dialogues) {
        Plan plan = new Plan(options, dialogues);
        options.get(Options.CONNECTIONS).forEach(plan::addLineAt);
        return List.copyOf(plan.items);
    }

    /** Returns these servers, if they are started, and those of the command line. */
    private List<String> servers(String... own) {
        return Options.extended(start ? List.of(own) : List.of(), others);
    }

    private void addLocksAt(int connections) {
        http("yardstick.nginx.fixed", Fleet.NGINX, connections, s -> dialogues.fixed(s, "/"));
        for (String server : servers(Fleet.MEMORY)) {
            String fixed = "locks." + server + ".fixed";
            http(fixed, server, connections, s -> dialogues.fixed(s, "/health"));
            addLocks(server, connections);
        }
        if (start && options.get(LocksOptions.TRACED)) {
            addLocks(Fleet.TRACED, connections);
        }
        if (start) {
            addLocks(Fleet.DURABLE, connections);
        }
        http("yardstick.redis.fsync", Fleet.REDIS_FSYNC, connections, s -> dialogues.redis());
        http("yardstick.redis.memory", Fleet.REDIS_MEMORY, connections, s -> dialogues.redis());
        if (connections <= ETCD_CONNECTIONS_MAX) {
            keys("yardstick.etcd", Fleet.ETCD, connections, Transport.HTTP, dialogues::etcd);
        }
    }

    private void addLocks(String server, int connections) {
        keys("locks." + server, server, connections, Transport.HTTP, dialogues::locks);
    }

    private void addLineAt(int connections) {
        http("yardstick.nginx.fixed", Fleet.NGINX, connections, s -> dialogues.fixed(s, "/"));
        for (String server : servers(Fleet.MEMORY)) {
            keys(
                    "line." + server,
                    server,
                    connections,
                    Transport.LINE,
                    (subject, keys) -> dialogues.line(keys));
        }
        if (start) {
            addLineExplanations(connections);
        }
    }

    /** Adds rows that explain the figures of Holdfast. */
    private void addLineExplanations(int connections) {
        line("line.memory.ping", Fleet.MEMORY, connections, dialogues.pings());
        http(
                "locks.memory.unique",
                Fleet.MEMORY,
                connections,
                subject -> dialogues.locks(subject, Keys.UNIQUE));
        if (connections == LINE_DURABLE_CONNECTIONS) {
            line("line.durable.unique", Fleet.DURABLE, connections, dialogues.line(Keys.UNIQUE));
        }
    }

    private void addHandover(String server) {
        add(
                "locks." + server + ".handover",
                server,
                Handover.CONNECTIONS,
                Transport.HTTP,
                Kind.HANDOVER,
                dialogues::handover);
    }

    /** Adds a row with a key for each connection, and one with a key for all. */
    private void keys(
            String id,
            String server,
            int connections,
            Transport transport,
            BiFunction<Subject, Keys, IntFunction<Dialogue>> says) {
        add(
                id + ".unique",
                server,
                connections,
                transport,
                Kind.PAIR,
                s -> says.apply(s, Keys.UNIQUE));
        if (connections > 1) {
            add(
                    id + ".shared",
                    server,
                    connections,
                    transport,
                    Kind.PAIR,
                    s -> says.apply(s, Keys.SHARED));
        }
    }

    private void http(
            String id,
            String server,
            int connections,
            Function<Subject, IntFunction<Dialogue>> says) {
        add(id, server, connections, Transport.HTTP, Kind.PAIR, says);
    }

    private void line(String id, String server, int connections, IntFunction<Dialogue> says) {
        add(id, server, connections, Transport.LINE, Kind.PAIR, subject -> says);
    }

    private void add(
            String id,
            String server,
            int connections,
            Transport transport,
            Kind kind,
            Function<Subject, IntFunction<Dialogue>> says) {
        if (options.wants(id)) {
            items.add(new Item(id, server, connections, transport, kind, says));
        }
    }
}
