package io.holdfast.core.scenario;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.PoolsSettings;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import io.holdfast.core.scenario.Script.Asked;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;

import java.util.Locale;
import java.util.TreeMap;

/** The verbs that become commands. {@code limit} makes a key a semaphore of that size. */
final class Vocabulary {

    private final Script script;
    private final PoolsVocabulary pools;
    private Settings settings = Settings.DEFAULT;
    private long salt;

    Vocabulary(Script script) {
        this.script = script;
        this.pools = new PoolsVocabulary(script);
    }

    void run(Words words) {
        switch (words.verb()) {
            case "open", "close", "touch" -> sessions(words);
            case "started", "lost", "drain", "configure", "raise", "memory" -> nodes(words);
            case "abandon" -> abandon(words);
            case "break" -> breakGrant(words);
            case "cancel" -> cancelWait(words);
            case "put", "delete", "borrow", "return" -> pools.run(words);
            case "claim", "claim-now", "prolong", "move" -> claims(words);
            case "register",
                    "unregister",
                    "manifest",
                    "lock",
                    "extend",
                    "unlock",
                    "write",
                    "erase",
                    "clear",
                    "report",
                    "clear-faults" -> entities(words);
            case "compose",
                    "join",
                    "part",
                    "mark",
                    "take",
                    "beat",
                    "stretch",
                    "park",
                    "hand-back",
                    "mint",
                    "bind" -> work(words);
            case "acquire", "enqueue", "await", "release", "renew" -> locks(words);
            default -> throw new IllegalArgumentException("unknown verb: " + words.verb());
        }
    }

    private void sessions(Words words) {
        SessionId id = session(words.subject());
        Command<?> command = switch (words.verb()) {
            case "open" -> new SessionCommand.Open(id, words.text("owner"), words.has("connected"));
            case "close" -> new SessionCommand.Close(id);
            default -> new SessionCommand.Touch(id);
        };
        script.ask(words, words.text("as", words.subject()), command);
    }

    private void nodes(Words words) {
        if (words.verb().equals("configure")) {
            settings = settings(words);
            script.ask(words, "n1", new MemberCommand.Configure(settings));
            return;
        }
        if (words.verb().equals("raise")) {
            int format = Integer.parseInt(words.subject());
            script.ask(words, "n1", new MemberCommand.RaiseFormat(format));
            return;
        }
        if (words.verb().equals("memory")) {
            long bytesMax = Long.parseLong(words.subject());
            String member = words.text("via", "n1");
            script.ask(words, member, new MemberCommand.StateMemory(member, bytesMax));
            return;
        }
        String node = words.subject();
        boolean starts = words.verb().equals("started");
        if (starts && !words.has("again")) {
            script.begin(node);
        }
        long life = words.longNumber("incarnation", script.incarnation(node));
        Command<?> command = switch (words.verb()) {
            case "started" ->
                new MemberCommand.Started(
                        node, life, words.nanos("down", 0), words.longNumber("floor", 0));
            case "lost" ->
                new MemberCommand.Lost(
                        node, life, 0, words.nanos("since", MemberCommand.Lost.NOTHING));
            default -> new MemberCommand.Drain(node, life, words.has("closing"));
        };
        script.ask(starts ? new Words(words.verb() + " x via " + node) : words, node, command);
    }

    private Settings settings(Words words) {
        Settings old = settings;
        return new Settings(
                words.nanos("ttl", old.defaultTtlNanos()),
                words.nanos("idle", old.sessionIdleNanos()),
                words.nanos("key-idle", old.keyIdleNanos()),
                words.text("release-on-close", old.releaseOnClose() ? "on" : "off")
                        .equals("on"),
                words.number("keys", old.keysMax()),
                words.number("waiters", old.waitersPerKeyMax()),
                words.number("sessions", old.sessionsMax()),
                words.number("per-address", old.sessionsPerAddressMax()),
                words.nanos("ledger", old.ledgerNanos()),
                words.number("ledger-max", old.ledgerMax()),
                words.number("history", old.historyMax()),
                words.number("locks-per-session", old.locksPerSessionMax()),
                new PoolsSettings(
                        words.number("pools", old.pools().poolsMax()),
                        words.number("leases", old.pools().leasesMax())),
                ClaimsVocabulary.settings(words, old.claims()),
                EntitiesVocabulary.settings(words, old.entities()),
                NodesVocabulary.settings(words, old.nodes()),
                tenants(words, old.tenants()));
    }

    /** Parses the quota of the tenant in {@code quota-of}, or of all other tenants without it. */
    private static TenantsSettings tenants(Words words, TenantsSettings old) {
        String name = words.text("quota-of");
        TenantQuota before = name == null ? old.each() : old.of(name);
        TenantQuota quota = new TenantQuota(
                words.longNumber("tenant-keys", before.keysMax()),
                words.longNumber("tenant-leases", before.leasesMax()),
                words.longNumber("tenant-waiters", before.waitersMax()),
                words.longNumber("tenant-sessions", before.sessionsMax()),
                words.longNumber("tenant-bytes", before.storedBytesMax()));
        if (name == null) {
            return new TenantsSettings(quota, old.named());
        }
        TreeMap<String, TenantQuota> named = new TreeMap<>(old.named());
        named.put(name, quota);
        return new TenantsSettings(old.each(), named);
    }

    private void claims(Words words) {
        String label = words.verb() + " " + words.subject();
        script.ask(words, words.text("as", label), ClaimsVocabulary.command(words));
    }

    private void entities(Words words) {
        script.ask(words, words.text("as", words.verb()), EntitiesVocabulary.command(words));
    }

    private void work(Words words) {
        String label = words.verb() + " " + words.subject();
        script.ask(words, words.text("as", label), NodesVocabulary.command(words));
    }

    private void locks(Words words) {
        ResourceName name =
                new ResourceName(words.text("tenant", ""), Space.LOCKS, words.subject());
        boolean semaphore = words.has("limit") || words.has("semaphore");
        KeyKind kind = semaphore ? KeyKind.SEMAPHORE : KeyKind.LOCK;
        int limit = words.number("limit", 1);
        String who = words.need("by");
        SessionId session = session(who);
        long ttl = words.nanos("ttl", 0);
        long wait = words.nanos("wait", 0);
        String owner = words.text("owner");
        Command<?> command = switch (words.verb()) {
            case "acquire" ->
                new LocksCommand.Acquire(name, kind, session, limit, wait, ttl, ++salt, owner);
            case "enqueue" ->
                new LocksCommand.Enqueue(name, kind, session, limit, ttl, ++salt, owner);
            case "await" -> new LocksCommand.Await(name, kind, session, wait);
            case "release" -> new LocksCommand.Release(name, kind, session, token(words, who));
            default -> new LocksCommand.Renew(name, kind, session, token(words, who), ttl);
        };
        // A label stays with its grant, so that its token can be named later.
        boolean takes = words.verb().equals("acquire") || words.verb().equals("enqueue");
        boolean collects = words.verb().equals("await");
        String label = takes || collects ? who : words.verb() + " by " + who;
        script.ask(words, words.text("as", label), command);
    }

    /** {@code break k fence 1} in the locks API, unless {@code of} names another one. */
    private void breakGrant(Words words) {
        ResourceName name = resource(words);
        long fence = words.longNumber("fence", 0);
        script.ask(
                words,
                words.text("as", "break " + words.subject()),
                new ResourceCommand.Break(name, fence, words.text("reason", "")));
    }

    /** {@code cancel k waiter 5} in the locks API, unless {@code of} names another one. */
    private void cancelWait(Words words) {
        script.ask(
                words,
                words.text("as", "cancel " + words.subject()),
                new ResourceCommand.CancelWait(
                        resource(words), words.longNumber("waiter", 0), words.text("reason", "")));
    }

    static ResourceName resource(Words words) {
        String space = words.text("of", "locks").toUpperCase(Locale.ROOT);
        return new ResourceName(words.text("tenant", ""), Space.valueOf(space), words.subject());
    }

    private void abandon(Words words) {
        Asked call = script.call(words.subject());
        if (call != null && call.command instanceof PoolsCommand<?> borrowed) {
            pools.abandon(words, call, borrowed);
            return;
        }
        if (call == null || !(call.command instanceof LocksCommand<?> command)) {
            throw new IllegalArgumentException("no such call: " + words.subject());
        }
        Token granted = words.has("granted") ? call.granted : null;
        LocksCommand.Abandon abandon = new LocksCommand.Abandon(
                command.name(),
                command.kind(),
                command.session(),
                call.origin,
                granted,
                call.request);
        // The member that the client is connected to detects the disconnect.
        String tenant = command.name().tenant();
        Words via = words.with("via", call.origin.member());
        Words way = tenant.isEmpty() ? via : via.with("tenant", tenant);
        script.ask(way, "hang-up of " + words.subject(), abandon, null);
    }

    private Token token(Words words, String who) {
        Asked call = script.call(words.text("token", who));
        Token token = call == null ? null : call.granted;
        if (token == null) {
            return Token.NONE;
        }
        return words.has("forged") ? new Token(token.fence(), ~token.salt()) : token;
    }

    private static SessionId session(String name) {
        return new SessionId(1, name.hashCode());
    }
}
