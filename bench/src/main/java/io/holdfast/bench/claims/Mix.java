package io.holdfast.bench.claims;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;

/**
 * The realistic mix: create, heartbeat, activate, release and revoke in the ratio 1:5:1:1:1. A
 * client has its claim to itself while it works on it, so every answer other than 2xx and the 409
 * of a waiting claim is a fault. The mix ends twice as many claims as it creates; if there is no
 * claim to work on, one is created instead, and the requests that were actually sent are counted.
 */
final class Mix {

    private static final Kind[] ORDER = {
        Kind.CREATE,
        Kind.HEARTBEAT,
        Kind.HEARTBEAT,
        Kind.ACTIVATE,
        Kind.HEARTBEAT,
        Kind.RELEASE,
        Kind.HEARTBEAT,
        Kind.REVOKE,
        Kind.HEARTBEAT
    };

    /** The kinds of requests. */
    enum Kind {
        CREATE,
        HEARTBEAT,
        ACTIVATE,
        RELEASE,
        REVOKE
    }

    /** The claims of one resource that no client works on: the active one, and the queued ones. */
    private static final class Line {
        final String resource;
        final ConcurrentLinkedDeque<Long> active = new ConcurrentLinkedDeque<>();

        /** Ids rise, so the smallest is the head of the queue. */
        final ConcurrentSkipListSet<Long> waiting = new ConcurrentSkipListSet<>();

        Line(String resource) {
            this.resource = resource;
        }
    }

    private final List<Line> lines = new ArrayList<>();
    private final LongAdder[] asked = new LongAdder[Kind.values().length];
    final LongAdder conflicts = new LongAdder();
    final LongAdder faults = new LongAdder();

    Mix(int resources, String name) {
        for (int i = 0; i < resources; i++) {
            lines.add(new Line(name + "-" + i));
        }
        for (int i = 0; i < asked.length; i++) {
            asked[i] = new LongAdder();
        }
    }

    long asked(Kind kind) {
        return asked[kind.ordinal()].sum();
    }

    /** Sends the request that the mix has at this number, on the resource of the number. */
    Kind ask(Talk talk, long number) throws IOException {
        Kind kind = ORDER[(int) (number % ORDER.length)];
        Line line = lines.get((int) (number / ORDER.length % lines.size()));
        return ask(talk, kind, line);
    }

    /** Gives every resource an active and a waiting claim before the measurement. */
    void prepare(Talk talk) throws IOException {
        for (Line line : lines) {
            create(talk, line);
            create(talk, line);
        }
        for (LongAdder count : asked) {
            count.reset();
        }
    }

    private Kind ask(Talk talk, Kind kind, Line line) throws IOException {
        return switch (kind) {
            case CREATE -> create(talk, line);
            case HEARTBEAT -> onActive(talk, Kind.HEARTBEAT, line);
            case RELEASE -> onActive(talk, Kind.RELEASE, line);
            case ACTIVATE -> {
                Long id = line.waiting.pollFirst();
                yield id == null ? onActive(talk, Kind.HEARTBEAT, line) : activate(talk, line, id);
            }
            case REVOKE -> {
                Long id = line.waiting.pollLast();
                if (id == null) {
                    yield onActive(talk, Kind.REVOKE, line);
                }
                asked[kind.ordinal()].increment();
                good(talk.status(id, "revoked"), 204);
                yield kind;
            }
        };
    }

    /** If no claim is known to be active, the head of the queue is activated. */
    private Kind onActive(Talk talk, Kind kind, Line line) throws IOException {
        Long id = line.active.poll();
        if (id == null) {
            Long head = line.waiting.pollFirst();
            return head == null ? create(talk, line) : activate(talk, line, head);
        }
        asked[kind.ordinal()].increment();
        if (kind == Kind.HEARTBEAT) {
            good(talk.renew(id), 200);
            line.active.push(id);
        } else {
            good(talk.status(id, kind == Kind.REVOKE ? "revoked" : "released"), 204);
        }
        return kind;
    }

    private Kind create(Talk talk, Line line) throws IOException {
        asked[Kind.CREATE.ordinal()].increment();
        long id = talk.create(line.resource);
        if (id < 0) {
            faults.increment();
        } else if (talk.madeActive()) {
            line.active.push(id);
        } else {
            line.waiting.add(id);
        }
        return Kind.CREATE;
    }

    private Kind activate(Talk talk, Line line, Long id) throws IOException {
        asked[Kind.ACTIVATE.ordinal()].increment();
        int status = talk.status(id, "active");
        if (status == 200) {
            line.active.push(id);
        } else if (status == 409) {
            conflicts.increment();
            line.waiting.add(id);
        } else {
            faults.increment();
        }
        return Kind.ACTIVATE;
    }

    private void good(int status, int expected) {
        if (status != expected) {
            faults.increment();
        }
    }
}
