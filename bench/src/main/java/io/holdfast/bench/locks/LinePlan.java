package io.holdfast.bench.locks;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.servers.Subject;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The rows of the line protocol benchmark in their order; neighbours are compared. */
final class LinePlan {

    /** Durable rows measure the disk; one number of connections is sufficient. */
    private static final int DURABLE_CONNECTIONS = 64;

    private final LocksOptions options;
    private final Dialogues dialogues;
    private final List<Item> items = new ArrayList<>();

    private LinePlan(LocksOptions options, Dialogues dialogues) {
        this.options = options;
        this.dialogues = dialogues;
    }

    static List<Item> of(LocksOptions options, Dialogues dialogues) {
        LinePlan plan = new LinePlan(options, dialogues);
        options.connections.forEach(plan::addAt);
        return List.copyOf(plan.items);
    }

    private void addAt(int connections) {
        addHttp(
                "yardstick.nginx.fixed",
                Fleet.NGINX,
                connections,
                subject -> dialogues.fixed(subject, "/"));
        if (options.start) {
            addLocks(Fleet.MEMORY, connections);
        }
        options.others.forEach(other -> addLocks(other.name(), connections));
        if (options.start) {
            addOwn(connections);
        }
    }

    private void addLocks(String server, int connections) {
        String id = "line." + server;
        addLine(id + ".unique", server, connections, dialogues.line(Keys.UNIQUE));
        if (connections > 1) {
            addLine(id + ".shared", server, connections, dialogues.line(Keys.SHARED));
        }
    }

    /** Adds rows that explain the figures of Holdfast. */
    private void addOwn(int connections) {
        addLine("line.memory.ping", Fleet.MEMORY, connections, dialogues.pings());
        addHttp(
                "locks.memory.unique",
                Fleet.MEMORY,
                connections,
                subject -> dialogues.locks(subject, Keys.UNIQUE));
        if (connections == DURABLE_CONNECTIONS) {
            addLine("line.durable.unique", Fleet.DURABLE, connections, dialogues.line(Keys.UNIQUE));
        }
    }

    private void addLine(
            String id, String server, int connections, IntFunction<Dialogue> dialogue) {
        add(id, server, connections, Transport.LINE, subject -> dialogue);
    }

    private void addHttp(
            String id,
            String server,
            int connections,
            Function<Subject, IntFunction<Dialogue>> dialoguesOf) {
        add(id, server, connections, Transport.HTTP, dialoguesOf);
    }

    private void add(
            String id,
            String server,
            int connections,
            Transport transport,
            Function<Subject, IntFunction<Dialogue>> dialoguesOf) {
        if (options.wants(id)) {
            items.add(new Item(id, server, connections, transport, Kind.PAIR, dialoguesOf));
        }
    }
}
