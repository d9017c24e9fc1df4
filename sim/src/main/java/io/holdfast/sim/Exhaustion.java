package io.holdfast.sim;

import io.holdfast.core.command.Settings;
import io.holdfast.core.value.KeyKind;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs every sequence of a few commands of two clients on one key at a few times. That is few
 * enough to run them all, and enough for most errors between two clients.
 */
final class Exhaustion {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Swarm swarm;
    private final List<Action> path = new ArrayList<>();
    private long sequences;

    Exhaustion(KeyKind kind, int limit) {
        key = new Ask.Key(0, kind, limit);
        Settings settings = new Settings(
                2 * SECOND_NANOS, 0, 3 * SECOND_NANOS, true, 10, 10, 10, 10, 60 * SECOND_NANOS, 10);
        swarm = new Swarm(
                settings,
                2,
                1,
                List.of(key),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                new int[0],
                0,
                0,
                0,
                0,
                0,
                0,
                0);
        path.add(new Action(1, 0, false, new Ask.Open(0, false, 0, WAY)));
        path.add(new Action(2, 0, false, new Ask.Open(1, false, 1, WAY)));
    }

    private static final Ask.Way WAY = new Ask.Way(0, Ask.Way.NO_REQUEST, 1);

    private final Ask.Key key;

    /** Runs all sequences of that length and returns their number. Fails at the first problem. */
    long run(int length) {
        if (length == 0) {
            sequences++;
            Run run = new Run(swarm);
            try {
                path.forEach(run::step);
                run.finish(swarm);
            } catch (FoundException e) {
                throw new FoundException(e.getMessage() + "\n\n" + ScenarioText.of(swarm, path), e);
            }
            return sequences;
        }
        int id = path.size() + 1;
        for (long gapNanos : new long[] {SECOND_NANOS, 2 * SECOND_NANOS}) {
            goOn(new Action(id, gapNanos, false, new Ask.Tick()), length);
        }
        // The clients are interchangeable, so only the first one needs to make the first request.
        int clients = id == 3 + ticks() ? 1 : 2;
        for (int client = 0; client < clients; client++) {
            for (Ask ask : asks(client)) {
                goOn(new Action(id, 0, false, ask), length);
            }
        }
        return sequences;
    }

    private int ticks() {
        int ticks = 0;
        for (Action action : path) {
            ticks += action.ask() instanceof Ask.Tick ? 1 : 0;
        }
        return ticks;
    }

    private void goOn(Action action, int length) {
        path.add(action);
        run(length - 1);
        path.removeLast();
    }

    private List<Ask> asks(int client) {
        return List.of(
                new Ask.Acquire(key, client, 2 * SECOND_NANOS, 0, WAY),
                new Ask.Enqueue(key, client, 0, WAY),
                new Ask.Await(key, client, 2 * SECOND_NANOS, WAY),
                new Ask.Release(key, client, lastTaking(client), WAY),
                new Ask.HangUp(lastTaking(client), true),
                new Ask.Close(client, WAY));
    }

    private int lastTaking(int client) {
        for (Action action : path.reversed()) {
            boolean mine = switch (action.ask()) {
                case Ask.Acquire a -> a.session() == client;
                case Ask.Enqueue a -> a.session() == client;
                case Ask.Await a -> a.session() == client;
                default -> false;
            };
            if (mine) {
                return action.id();
            }
        }
        return 0;
    }
}
