package io.holdfast.server.audit;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A command as the audit log shows it. It is small for any command, because many may wait to be
 * written.
 *
 * @param resource the object of the action; empty if there is none
 * @param kind its importance
 * @param mark the secret that identifies the caller, shown as a fingerprint; null if there is none
 * @param agent the agent that acted for the person, if the command names it
 * @param fence the fence of the grant, if the command names it; otherwise zero
 * @param why the reason that the caller gave; null if the command has none
 */
record AuditRecord(
        String dialect,
        String verb,
        String resource,
        Kind kind,
        @Nullable Mark mark,
        @Nullable String agent,
        long fence,
        @Nullable String why) {

    AuditRecord(
            String dialect,
            String verb,
            String resource,
            Kind kind,
            @Nullable Mark mark,
            @Nullable String agent,
            long fence) {
        this(dialect, verb, resource, kind, mark, agent, fence, null);
    }

    private AuditRecord(
            String dialect,
            String verb,
            String resource,
            Kind kind,
            @Nullable Mark mark,
            @Nullable String agent) {
        this(dialect, verb, resource, kind, mark, agent, 0);
    }

    /** The importance of an action. */
    enum Kind {
        /** Overrides another client, or changes the whole server: always written. */
        ADMIN,
        ORDINARY,
        /** Repeats what is already in effect; written only if it is rejected. */
        REPEATED,
        /** Not a client's decision. */
        SILENT
    }

    /** The bits of a secret; shown only as a fingerprint. */
    record Mark(long high, long low) {

        @Override
        public String toString() {
            return "***";
        }
    }

    private static final int FINGERPRINT_CHARS = 6;

    static AuditRecord of(Command<?> command) {
        return switch (command) {
            case LocksCommand<?> c -> ofLocks(c);
            case SessionCommand<?> c -> ofSessions(c);
            case PoolsCommand<?> c -> ofPools(c);
            case ClaimsCommand<?> c -> ofClaims(c);
            case EntitiesCommand<?> c -> ofEntities(c);
            case NodesCommand<?> c -> ofNodes(c);
            case ResourceCommand<?> c -> ofResources(c);
            case MemberCommand c -> ofMember(c);
        };
    }

    /** Returns whether it is written at any level. */
    static boolean isAdmin(Command<?> command, Actor actor) {
        return isAdmin(command)
                || command instanceof ClaimsCommand.Update update && isOverruling(update, actor);
    }

    /** Without authentication, claims belong to no client, and no client is overridden. */
    private static boolean isOverruling(ClaimsCommand.Update update, Actor actor) {
        return update.onlyOf() == null && !actor.principal().isEmpty();
    }

    /** Returns a copy as an admin action, because of the actor. */
    AuditRecord asAdmin() {
        // Silent actions stay silent for every actor.
        return kind == Kind.SILENT || kind == Kind.ADMIN
                ? this
                : new AuditRecord(dialect, verb, resource, Kind.ADMIN, mark, agent, fence, why);
    }

    private static boolean isAdmin(Command<?> command) {
        return switch (command) {
            case PoolsCommand.Delete _,
                    EntitiesCommand.Register _,
                    EntitiesCommand.Remove _,
                    EntitiesCommand.Manifest _,
                    NodesCommand.MintToken _,
                    MemberCommand.Lost _,
                    MemberCommand.Configure _,
                    MemberCommand.RaiseFormat _,
                    ResourceCommand<?> _ -> true;
            case ClaimsCommand.Move move -> move.to() == ClaimStatus.REVOKED;
            case EntitiesCommand.Acquire acquire -> acquire.breaking();
            case LocksCommand<?> _, SessionCommand<?> _, PoolsCommand<?> _, ClaimsCommand<?> _ ->
                false;
            case EntitiesCommand<?> _, NodesCommand<?> _, MemberCommand _ -> false;
        };
    }

    private static AuditRecord ofLocks(LocksCommand<?> command) {
        return switch (command) {
            case LocksCommand.Acquire c -> onKey(c, "acquire", Kind.ORDINARY, null);
            case LocksCommand.Enqueue c -> onKey(c, "enqueue", Kind.ORDINARY, null);
            case LocksCommand.Await c -> onKey(c, "wait", Kind.ORDINARY, null);
            case LocksCommand.Release c -> onKey(c, "release", Kind.ORDINARY, c.token());
            case LocksCommand.Renew c -> onKey(c, "renew", Kind.REPEATED, c.token());
            case LocksCommand.Abandon c ->
                onKey(c, "hang-up", c.granted() == null ? Kind.SILENT : Kind.ORDINARY, c.granted());
        };
    }

    private static AuditRecord onKey(
            LocksCommand<?> command, String verb, Kind kind, @Nullable Token token) {
        return new AuditRecord(
                "locks",
                verb,
                command.name().key(),
                kind,
                mark(command.session()),
                null,
                token == null ? 0 : token.fence());
    }

    private static AuditRecord ofSessions(SessionCommand<?> command) {
        return switch (command) {
            case SessionCommand.Open c -> session("open-session", c.session(), Kind.ORDINARY);
            case SessionCommand.Close c -> session("close-session", c.session(), Kind.ORDINARY);
            case SessionCommand.Touch c -> session("ping", c.session(), Kind.SILENT);
        };
    }

    private static AuditRecord session(String verb, SessionId session, Kind kind) {
        return new AuditRecord("locks", verb, "", kind, mark(session), null);
    }

    private static AuditRecord ofPools(PoolsCommand<?> command) {
        String shown = shown(command.name());
        return switch (command) {
            case PoolsCommand.Put _ -> pool("put", shown, Kind.ORDINARY, null);
            case PoolsCommand.Delete _ -> pool("delete", shown, Kind.ADMIN, null);
            case PoolsCommand.Borrow c ->
                pool(
                        "borrow",
                        shown,
                        Kind.ORDINARY,
                        mark(c.lease().high(), c.lease().low()));
            case PoolsCommand.Return c ->
                pool(
                        "return",
                        shown,
                        Kind.ORDINARY,
                        mark(c.lease().high(), c.lease().low()));
            case PoolsCommand.Abandon c ->
                pool("hang-up", shown, c.lent() == null ? Kind.SILENT : Kind.ORDINARY, null);
        };
    }

    /** A pool's name is a digest; its first characters only tell pools apart. */
    private static String shown(ResourceName name) {
        String key = name.key();
        return name.space() == Space.POOLS
                ? key.substring(0, Math.min(FINGERPRINT_CHARS, key.length()))
                : key;
    }

    private static AuditRecord pool(String verb, String pool, Kind kind, @Nullable Mark mark) {
        return new AuditRecord("pools", verb, pool, kind, mark, null);
    }

    private static AuditRecord ofClaims(ClaimsCommand<?> command) {
        return switch (command) {
            case ClaimsCommand.Create c -> claim("create", c.resource(), Kind.ORDINARY);
            case ClaimsCommand.Take c -> claim("take", c.resource(), Kind.ORDINARY);
            case ClaimsCommand.Prolong c -> claim("prolong", "claim " + c.id(), Kind.REPEATED);
            case ClaimsCommand.Move c ->
                claim(
                        "move-to-" + c.to().text(),
                        "claim " + c.id(),
                        isAdmin(c) ? Kind.ADMIN : Kind.ORDINARY);
        };
    }

    private static AuditRecord claim(String verb, String resource, Kind kind) {
        return new AuditRecord("claims", verb, resource, kind, null, null);
    }

    private static AuditRecord ofEntities(EntitiesCommand<?> command) {
        return switch (command) {
            case EntitiesCommand.Acquire c ->
                c.breaking()
                        ? entity(c, "break", Kind.ADMIN, c.client())
                        : entity(c, "lock", Kind.ORDINARY, c.client());
            case EntitiesCommand.Extend c -> entity(c, "extend", Kind.REPEATED, c.client());
            case EntitiesCommand.Release c -> entity(c, "release", Kind.ORDINARY, c.client());
            case EntitiesCommand.Write c -> entity(c, verb(c.change()), Kind.ORDINARY, c.client());
            case EntitiesCommand.Report c -> entity(c, "report-fault", Kind.ORDINARY, null);
            case EntitiesCommand.Remove c -> entity(c, "remove", Kind.ADMIN, null);
            case EntitiesCommand.ClearFaults c ->
                entities("clear-faults", "", Kind.ORDINARY, c.client());
            case EntitiesCommand.Register c ->
                entities(
                        "register", c.spec().type().path() + "/" + c.spec().id(), Kind.ADMIN, null);
            case EntitiesCommand.Manifest c ->
                entities(
                        "manifest",
                        "edition " + c.edition(),
                        c.last() ? Kind.ADMIN : Kind.SILENT,
                        null);
        };
    }

    private static String verb(EntitiesCommand.Change change) {
        return switch (change) {
            case EntitiesCommand.Change.Put _ -> "write";
            case EntitiesCommand.Change.Delete _ -> "delete-item";
            case EntitiesCommand.Change.Clear _ -> "clear-items";
        };
    }

    private static AuditRecord entity(
            EntitiesCommand.OfEntity<?> command,
            String verb,
            Kind kind,
            @Nullable ClientId client) {
        return entities(verb, command.type().path() + "/" + command.entity(), kind, client);
    }

    private static AuditRecord entities(
            String verb, String resource, Kind kind, @Nullable ClientId client) {
        Mark mark = client == null ? null : mark(client.high(), client.low());
        return new AuditRecord("entities", verb, resource, kind, mark, null);
    }

    private static AuditRecord ofNodes(NodesCommand<?> command) {
        return switch (command) {
            case NodesCommand.Write c -> node(c, "write", Kind.ORDINARY);
            case NodesCommand.Join c ->
                edge(c, "join", c.edge().type(), c.edge().to());
            case NodesCommand.Part c -> edge(c, "part", c.type(), c.to());
            case NodesCommand.Mark c -> node(c, "mark", Kind.ORDINARY);
            case NodesCommand.Claim c -> node(c, "claim", Kind.ORDINARY);
            case NodesCommand.Renew c -> node(c, "heartbeat", Kind.REPEATED);
            case NodesCommand.Extend c -> node(c, "extend", Kind.ORDINARY);
            case NodesCommand.Reserve c -> node(c, "reserve", Kind.ORDINARY);
            case NodesCommand.Release c -> node(c, "release", Kind.ORDINARY);
            case NodesCommand.MintToken c -> node(c, "mint-token", Kind.ADMIN);
            case NodesCommand.BindSession c ->
                new AuditRecord(
                        "nodes",
                        "bind-token",
                        "",
                        Kind.ORDINARY,
                        mark(c.digest().high(), c.digest().low()),
                        c.by().agent());
        };
    }

    private static AuditRecord node(NodesCommand.OnNode<?> command, String verb, Kind kind) {
        return new AuditRecord(
                "nodes", verb, command.id(), kind, null, command.by().agent());
    }

    private static AuditRecord edge(
            NodesCommand.OnNode<?> command, String verb, String type, String to) {
        String edge = command.id() + " " + type + " " + to;
        return new AuditRecord(
                "nodes", verb, edge, Kind.ORDINARY, null, command.by().agent());
    }

    private static AuditRecord ofResources(ResourceCommand<?> command) {
        return switch (command) {
            case ResourceCommand.Break c -> onResource(c, "break", c.fence(), c.reason());
            case ResourceCommand.CancelWait c -> onResource(c, "cancel-wait", 0, c.reason());
        };
    }

    private static AuditRecord onResource(
            ResourceCommand<?> command, String verb, long fence, String reason) {
        return new AuditRecord(
                command.name().space().name().toLowerCase(Locale.ROOT),
                verb,
                shown(command.name()),
                Kind.ADMIN,
                null,
                null,
                fence,
                reason);
    }

    private static AuditRecord ofMember(MemberCommand command) {
        return switch (command) {
            case MemberCommand.Started c -> server("start", c.member(), Kind.ORDINARY);
            case MemberCommand.Drain c -> server("drain", c.member(), Kind.ORDINARY);
            case MemberCommand.Lost c -> server("lost", c.member(), Kind.ADMIN);
            case MemberCommand.Configure _ -> server("configure", "settings", Kind.ADMIN);
            case MemberCommand.RaiseFormat c ->
                server("raise_format", String.valueOf(c.format()), Kind.ADMIN);
            case MemberCommand.StateMemory c -> server("state-memory", c.member(), Kind.ORDINARY);
        };
    }

    private static AuditRecord server(String verb, String resource, Kind kind) {
        return new AuditRecord("server", verb, resource, kind, null, null);
    }

    private static Mark mark(SessionId session) {
        return mark(session.high(), session.low());
    }

    private static Mark mark(long high, long low) {
        return new Mark(high, low);
    }
}
