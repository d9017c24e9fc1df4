package io.holdfast.bench.claims;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;

/**
 * The realistic mix: create, heartbeat, activate, release and revoke as 1 to 5 to 1 to 1 to 1. Who
 * works on a claim has it for itself meanwhile, so that every answer but 2xx and a waiting claim's
 * 409 is a fault. Twice as many claims end as the mix makes; where there is none to work on, one is
 * made instead, and what was really asked is counted.
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

    /** A longer line than this is made no longer. */
    private static final int LINE_MAX = 5;

    /** What is asked. */
    enum Kind {
        CREATE,
        HEARTBEAT,
        ACTIVATE,
        RELEASE,
        REVOKE
    }

    /** The claims of one resource that nobody works on: the active one, and those in its line. */
    private static final class Line {
        final String resource;
        final ConcurrentLinkedDeque<Long> active = new ConcurrentLinkedDeque<>();
        final ConcurrentLinkedDeque<Long> waiting = new ConcurrentLinkedDeque<>();

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

    /** Asks what the mix asks at this number, on the resource of the number. */
    Kind ask(Talk talk, long number) throws IOException {
        Kind kind = ORDER[(int) (number % ORDER.length)];
        Line line = lines.get((int) (number / ORDER.length % lines.size()));
        return ask(talk, kind, line);
    }

    private Kind ask(Talk talk, Kind kind, Line line) throws IOException {
        Long id = switch (kind) {
            case CREATE -> null;
            case HEARTBEAT, RELEASE -> line.active.poll();
            case ACTIVATE, REVOKE -> line.waiting.poll();
        };
        if (id == null) {
            if (kind != Kind.CREATE && line.waiting.size() >= LINE_MAX) {
                // Somebody else works on the active one; those who wait ask whether it is their
                // turn.
                Long other = line.waiting.poll();
                if (other != null) {
                    return activate(talk, line, other);
                }
            }
            return create(talk, line);
        }
        asked[kind.ordinal()].increment();
        switch (kind) {
            case CREATE -> {}
            case HEARTBEAT -> {
                good(talk.renew(id), 200);
                line.active.push(id);
            }
            case RELEASE -> good(talk.status(id, "released"), 204);
            case REVOKE -> good(talk.status(id, "revoked"), 204);
            case ACTIVATE -> {
                asked[kind.ordinal()].decrement();
                return activate(talk, line, id);
            }
        }
        return kind;
    }

    private Kind create(Talk talk, Line line) throws IOException {
        asked[Kind.CREATE.ordinal()].increment();
        long id = talk.create(line.resource);
        if (id < 0) {
            faults.increment();
        } else {
            // Whether it is active is found out by asking, as clients do.
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
            line.waiting.push(id);
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
