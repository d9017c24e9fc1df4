package io.holdfast.core;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.outcome.Effects;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.LockRules;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.TokenDigest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A machine that tests fill with rows of every kind. Each row has its own texts. */
final class Filler {

    static final long HOUR_NANOS = 3_600_000_000_000L;
    static final String TENANT = "default";
    static final NodeAuthor ANN = NodeAuthor.person("person-ann", "Ann");

    Machine machine = new Machine();
    long sequence;

    Filler() {
        ask(new MemberCommand.Started("n1", 1, 0, 0));
        ask(new MemberCommand.RaiseFormat(Format.NEWEST));
        // Ended grants take memory; only tests of the history count it.
        ask(new MemberCommand.Configure(Settings.DEFAULT.withHistory(0)));
    }

    /** The kinds of rows that use memory. */
    enum Kind {
        CONNECTION,
        SESSION,
        LOCK,
        SEMAPHORE,
        WAITER,
        PLACE,
        POOL,
        LEASE,
        CLAIM,
        WAITING_CLAIM,
        ENTITY,
        ITEM,
        ENTITY_LOCK,
        NODE,
        EDGE,
        NODE_LEASE,
        TOKEN,
        OUTCOME,
        PAST_GRANT
    }

    /** Creates the rows that rows of the kind depend on. */
    void prepare(Kind kind, int rows) {
        switch (kind) {
            case PAST_GRANT -> {
                ask(new MemberCommand.Configure(Settings.DEFAULT));
                ask(new SessionCommand.Open(session(0), null, true));
            }
            case LOCK, SEMAPHORE, WAITER, PLACE -> {
                ask(new SessionCommand.Open(session(0), null, true));
                ask(acquire("held", 0, 0));
            }
            case LEASE -> ask(new PoolsCommand.Put(pool("p"), 1_000_000, true));
            case WAITING_CLAIM -> ask(claim("resource", "first"));
            case ITEM -> ask(register("c"));
            case ENTITY_LOCK -> {
                for (int i = 0; i < rows; i++) {
                    ask(register("c" + i));
                }
            }
            case EDGE, NODE_LEASE -> {
                for (int i = 0; i < rows; i++) {
                    ask(write(i, List.of()));
                }
            }
            case TOKEN -> {
                NodeText agent = new NodeText(
                        blob("agent"),
                        NodeType.AGENT,
                        "a",
                        "",
                        "",
                        "",
                        "",
                        List.of(new NodeEdge("owned-by", "person-ann", "")),
                        0);
                ask(new NodesCommand.Write(TENANT, ANN, "agent-a", agent, 0));
            }
            case CONNECTION, SESSION, POOL, CLAIM, ENTITY, NODE, OUTCOME -> {}
        }
    }

    /** Adds a row, or two that belong together; returns null if the call waits. */
    @Nullable
    Outcome add(Kind kind, int i) {
        return switch (kind) {
            case CONNECTION ->
                ask(new SessionCommand.Open(session(i + 1), "owner-" + i, true), address(i), null);
            case SESSION ->
                ask(new SessionCommand.Open(session(i + 1), null, false), address(i), null);
            case LOCK -> ask(acquire("some/key/" + i, 0, 0));
            case SEMAPHORE ->
                ask(new LocksCommand.Acquire(
                        lock("sem/" + i),
                        KeyKind.SEMAPHORE,
                        session(0),
                        5,
                        0,
                        HOUR_NANOS,
                        7,
                        "me"));
            case WAITER -> ask(acquire("held", 0, HOUR_NANOS));
            case PLACE ->
                ask(new LocksCommand.Enqueue(
                        lock("place/" + i), KeyKind.LOCK, session(0), 1, HOUR_NANOS, 7, null));
            case POOL -> ask(new PoolsCommand.Put(pool("pool-digest-" + i), 3, true));
            case LEASE ->
                ask(new PoolsCommand.Borrow(pool("p"), 0, HOUR_NANOS, new LeaseId(i + 1, i)));
            case CLAIM -> ask(claim("resource/" + i, "some user data " + i));
            case WAITING_CLAIM -> ask(claim("resource", "some user data " + i));
            case ENTITY -> ask(register("component-" + i));
            case ITEM -> ask(put("some/item/of/the/entity/" + i, "value " + i));
            case ENTITY_LOCK ->
                ask(new EntitiesCommand.Acquire(
                        TENANT,
                        EntityType.COMPONENT,
                        "c" + i,
                        new ClientId(i + 1, i),
                        List.of(EntityCollection.DATA),
                        60,
                        false));
            case NODE -> ask(write(i, List.of(new NodeEdge("blocks", "task-later-" + i, ""))));
            case EDGE ->
                ask(new NodesCommand.Join(
                        TENANT, ANN, "task-" + i, new NodeEdge("blocks", "person-ann", "")));
            case NODE_LEASE ->
                ask(new NodesCommand.Claim(TENANT, ANN, "task-" + i, "run-" + i, null));
            case TOKEN ->
                ask(new NodesCommand.MintToken(
                        TENANT, ANN, "agent-a", new TokenDigest(i + 1, i), "run-" + i, HOUR_NANOS));
            case OUTCOME ->
                ask(new SessionCommand.Touch(session(9)), address(0), new RequestId(i + 1, i, 0));
            case PAST_GRANT -> pastGrant("past/" + i);
        };
    }

    private @Nullable Outcome pastGrant(String key) {
        Outcome outcome = ask(acquire(key, 0, 0));
        return outcome instanceof Outcome.Granted granted
                ? ask(new LocksCommand.Release(
                        lock(key), KeyKind.LOCK, session(0), granted.token()))
                : outcome;
    }

    @Nullable
    Outcome ask(Command<?> command) {
        return ask(command, "10.0.0.1", null);
    }

    @Nullable
    Outcome ask(Command<?> command, String address, @Nullable RequestId request) {
        Effects effects = apply(command, address, request, machine.nowNanos());
        return effects.replies().isEmpty() ? null : effects.replies().getLast().outcome();
    }

    Effects apply(Command<?> command, String address, @Nullable RequestId request, long timeNanos) {
        Origin origin = new Origin("n1", 1, ++sequence);
        Actor actor = new Actor(TENANT, "", address);
        Proposal proposal = new Proposal(origin, actor, request, command);
        return machine.apply(new Batch(timeNanos, 0, List.of(proposal)));
    }

    void moveTo(long timeNanos) {
        machine.apply(new Batch(timeNanos, 0, List.of()));
    }

    static SessionId session(int number) {
        return new SessionId(1, number);
    }

    static ResourceName lock(String key) {
        return new ResourceName(TENANT, Space.LOCKS, key);
    }

    static ResourceName pool(String key) {
        return new ResourceName(TENANT, Space.POOLS, key);
    }

    static LocksCommand<?> acquire(String key, int session, long waitNanos) {
        return new LocksCommand.Acquire(
                lock(key), KeyKind.LOCK, session(session), 1, waitNanos, HOUR_NANOS, 7, null);
    }

    static Blob blob(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    static ClaimsCommand<?> claim(String resource, String data) {
        return new ClaimsCommand.Create(
                TENANT, resource, HOUR_NANOS, new String("creator"), blob(data));
    }

    static EntitiesCommand<?> register(String id) {
        LockRules rules = new LockRules(null, null, 0);
        EntitySpec spec =
                new EntitySpec(EntityType.COMPONENT, id, "Name of " + id, null, rules, null);
        return new EntitiesCommand.Register(TENANT, spec);
    }

    static EntitiesCommand<?> put(String key, String value) {
        return new EntitiesCommand.Write(
                TENANT,
                EntityType.COMPONENT,
                "c",
                null,
                EntityCollection.DATA,
                new EntitiesCommand.Change.Put(key, blob(value), false));
    }

    static NodesCommand<?> write(int i, List<NodeEdge> edges) {
        String text = "---\nid: task-" + i + "\n---\n" + "A task of some length. ".repeat(20);
        NodeText task = new NodeText(
                blob(text),
                NodeType.TASK,
                "Title of " + i,
                "open".concat(""),
                "p" + i % 3,
                "",
                "project-" + i % 10,
                edges,
                0);
        return new NodesCommand.Write(TENANT, ANN, "task-" + i, task, 0);
    }

    private static String address(int i) {
        return "10.1." + i / 250 + "." + i % 250;
    }
}
