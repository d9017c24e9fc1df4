package io.holdfast.sim;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.LockRules;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long one page of each long list occupies the lane, which must stay below 5 ms. It
 * also measures commands that change many rows at once.
 */
final class ListsScale {

    private static final int ROWS = 100_000;
    private static final int FAULTS = 32_000;
    private static final int FAULT_BYTES = 8_000;
    private static final int ROUNDS = 5;
    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final String TENANT = "";
    private static final NodeAuthor ANN = NodeAuthor.person("person-ann", "Ann");
    private static final SessionId SESSION = new SessionId(0, 1);

    private final Machine machine = new Machine();
    private long sequence;

    void run() {
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        ask(new MemberCommand.Configure(Settings.DEFAULT));
        locks();
        faults();
        nodes();
        pages(
                "locks statistics",
                new Query.LocksStats(TENANT),
                (query, page) -> page.last() == Query.END
                        ? null
                        : new Query.LocksStats(TENANT, null, page.last()));
        pages(
                "all faults, 8 kB each",
                new Query.ListFaults(TENANT, EntityAnswer.Place.START),
                (query, page) ->
                        page.next() == null ? null : new Query.ListFaults(TENANT, page.next()));
        pages("items of one entity", items(""), (query, page) -> {
            EntityAnswer.Place next = page.next();
            return next == null ? null : items(next.key());
        });
        pages(
                "entities",
                new Query.ListEntities(TENANT, EntityType.APP, 0),
                (query, page) -> page.last() == Query.END
                        ? null
                        : new Query.ListEntities(TENANT, EntityType.APP, page.last()));
        pages(
                "queue, a project each",
                queue(),
                (query, part) -> part.next().isEnd() ? null : queue().at(part.next()));
        pages("projects", new Query.ReadGraph(TENANT), (query, page) -> {
            String last = page.lastProject();
            return last == null ? null : new Query.ReadGraph(TENANT, last);
        });
        pages("work nodes", new Query.ListNodes(TENANT, ""), (query, page) -> {
            String last = page.lastId();
            return last == null ? null : new Query.ListNodes(TENANT, last);
        });
        commands();
    }

    private static Query.FindItems items(String after) {
        return new Query.FindItems(
                TENANT, EntityType.APP, "items", EntityCollection.DATA, "", false, after);
    }

    private static Query.ReadQueue queue() {
        return new Query.ReadQueue(
                TENANT, ANN.person(), null, null, List.of(), List.of(), null, ROWS - 100, 100);
    }

    private <A> void pages(
            String what, Query<A> first, BiFunction<Query<A>, A, @Nullable Query<A>> next) {
        // The best time of each page over all rounds, to exclude garbage collections and the
        // effects of other processes.
        List<Long> nanos = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Query<A> query = first;
            for (int page = 0; query != null; page++) {
                long from = System.nanoTime();
                A answer = machine.read(query, new ReadPoint(0, machine.nowNanos()));
                long took = System.nanoTime() - from;
                if (page == nanos.size()) {
                    nanos.add(took);
                } else {
                    nanos.set(page, Math.min(took, nanos.get(page)));
                }
                query = next.apply(query, answer);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-24s %6d pages, the longest %8.3f ms%n",
                what,
                nanos.size(),
                Collections.max(nanos) / 1e6);
    }

    private void commands() {
        time("end a session with 100,000 locks", new SessionCommand.Close(SESSION));
        time("clear 32,000 faults", new EntitiesCommand.ClearFaults(TENANT, null));
        time(
                "remove an entity with 68,000 items",
                new EntitiesCommand.Remove(TENANT, EntityType.APP, "items"));
    }

    private void time(String what, Command<?> command) {
        long from = System.nanoTime();
        ask(command);
        System.out.printf(Locale.ROOT, "%-38s %8.3f ms%n", what, (System.nanoTime() - from) / 1e6);
    }

    private void locks() {
        ask(new SessionCommand.Open(SESSION, null, false));
        for (int i = 0; i < ROWS; i++) {
            ask(new LocksCommand.Acquire(
                    new ResourceName(TENANT, Space.LOCKS, "key-" + i),
                    KeyKind.LOCK,
                    SESSION,
                    1,
                    0,
                    HOUR_NANOS,
                    i,
                    null));
        }
    }

    private void faults() {
        register("faults");
        register("items");
        String message = "{\"message\":\"" + "x".repeat(FAULT_BYTES) + "\"}";
        for (int i = 0; i < FAULTS; i++) {
            ask(new EntitiesCommand.Report(
                    TENANT, EntityType.APP, "faults", "fault-" + i, blob(message)));
        }
        for (int i = 0; i < ROWS - FAULTS; i++) {
            ask(new EntitiesCommand.Write(
                    TENANT,
                    EntityType.APP,
                    "items",
                    null,
                    EntityCollection.DATA,
                    new EntitiesCommand.Change.Put("item-" + i, blob("{}"), false)));
        }
        for (int i = 0; i < 5_000; i++) {
            register("app-" + i);
        }
    }

    private void register(String id) {
        ask(new EntitiesCommand.Register(
                TENANT, new EntitySpec(EntityType.APP, id, id, null, LockRules.OPEN, null)));
    }

    private void nodes() {
        for (int i = 0; i < ROWS - 1; i++) {
            String id = "task-" + i;
            NodeText text = new NodeText(
                    blob(id), NodeType.TASK, id, "", "", "", "project-" + i, List.of(), 0);
            ask(new NodesCommand.Write(TENANT, ANN, id, text, 0));
        }
    }

    private static Blob blob(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    private void ask(Command<?> command) {
        Proposal proposal =
                new Proposal(new Origin("n1", 1, ++sequence), Actor.MEMBER, null, command);
        machine.apply(new Batch(machine.nowNanos() + 1, 0, List.of(proposal)));
    }
}
