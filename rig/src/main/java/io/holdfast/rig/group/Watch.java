package io.holdfast.rig.group;

import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks the nodes of a group how they are. */
public final class Watch {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int ASKING_MILLIS = 1_000;
    private static final int LAST_WORDS_MAX = 800;
    private static final int WAITERS_SECONDS_MAX = 30;
    private static final int NEWEST_FORMAT = 3;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How a stale answer says how old it is. */
    private static final Pattern APPLIED = Pattern.compile("stale; index=(\\d{1,18})");

    private final List<Member> members;
    private int probes;
    private int turns;

    Watch(List<Member> members) {
        this.members = members;
    }

    /**
     * Who leads as far as a living node knows; null where none does. Servers that do not say who
     * leads are taken in turn, so that every one of them is tried.
     */
    public @Nullable Member leader() {
        if (members.size() == 1) {
            return members.getFirst();
        }
        boolean answered = false;
        for (Member member : members) {
            if (!member.alive()) {
                continue;
            }
            Reply reply = ask(member, Request.get("/v1/cluster"), ASKING_MILLIS);
            answered |= reply != null && reply.status() == 404;
            String name = reply == null || reply.status() != 200 ? "" : reply.text("leader");
            for (Member leader : members) {
                if (leader.name().equals(name) && leader.alive()) {
                    return leader;
                }
            }
        }
        Member next = members.get(turns++ % members.size());
        return answered && next.alive() ? next : null;
    }

    /** How much of the log a node has applied, by its own word; -1 where it does not say. */
    public long applied(Member member) {
        Request stale = Request.get("/v1/stats").withHeader("Holdfast-Read", "stale");
        Reply reply = ask(member, stale, PATIENCE_MILLIS);
        String text = reply == null ? "" : reply.headers().getOrDefault("holdfast-read", "");
        Matcher index = APPLIED.matcher(text);
        return index.matches() ? Long.parseLong(index.group(1)) : -1;
    }

    /** What a node takes for the time of day; null where it does not answer. */
    public @Nullable Instant wallClock(Member member) {
        Request stale = Request.get("/v1/stats").withHeader("Holdfast-Read", "stale");
        Reply reply = ask(member, stale, ASKING_MILLIS);
        String date = reply == null ? null : reply.headers().get("date");
        return date == null ? null : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    }

    /** Waits until somebody leads. */
    public Member awaitLeader(long seconds) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        do {
            Member leader = leader();
            if (leader != null) {
                return leader;
            }
            LockSupport.parkNanos(POLL_NANOS);
        } while (System.nanoTime() < endNanos);
        throw new IOException("nobody leads after " + seconds + " s");
    }

    /**
     * Waits until every member writes the newest format, which is so soon after the first start.
     */
    public void awaitFormat(long seconds) throws IOException {
        for (Member member : members) {
            await(seconds, member.name() + " writes an old format", () -> {
                Reply reply = ask(member, Request.get("/v1/cluster"), ASKING_MILLIS);
                return reply != null && reply.number("format") >= NEWEST_FORMAT;
            });
        }
    }

    /** Waits until so many clients wait for a lock, as the member says. */
    public void awaitWaiters(Member member, String key, int waiters) throws IOException {
        Pattern row = Pattern.compile("\\{[^{}]*\"key\":\"" + Pattern.quote(key)
                + "\"[^{}]*\"waiters\":" + waiters + "\\b");
        await(WAITERS_SECONDS_MAX, "nobody waits for " + key, () -> {
            Reply reply = ask(member, Request.get("/v1/stats"), ASKING_MILLIS);
            return reply != null && row.matcher(reply.body()).find();
        });
    }

    private static void await(long seconds, String otherwise, BooleanSupplier reached)
            throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > endNanos) {
                throw new IOException(otherwise + " after " + seconds + " s");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Waits until each node lends a lock and takes it back. A node that has ended is started again;
     * those are returned, with the last that they printed.
     */
    public Set<String> awaitHealthy(long seconds) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Set<String> revived = new TreeSet<>();
        for (Member member : members) {
            while (!isWell(member)) {
                if (System.nanoTime() > endNanos) {
                    throw new IOException(member.name() + " is not well after " + seconds + " s: "
                            + member.process().excerpt());
                }
                revive(revived);
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        return revived;
    }

    /** Starts every member that has ended: one that lives may lack a majority without them. */
    private void revive(Set<String> revived) throws IOException {
        for (Member member : members) {
            if (!member.alive()) {
                String printed = member.process().excerpt();
                int from = Math.max(0, printed.length() - LAST_WORDS_MAX);
                revived.add(member.name() + ": " + printed.substring(from));
                member.launch();
            }
        }
    }

    private boolean isWell(Member member) {
        if (!member.alive()) {
            return false;
        }
        try (Wire wire = new Wire(member.http(), null)) {
            wire.patience(PATIENCE_MILLIS);
            String session = wire.ask(Request.post("/v1/sessions", null, null)).text("session_id");
            String path = "/v1/locks/probe-" + probes++;
            Reply grant = wire.ask(Request.post(path, session, "{\"lease_ttl_s\":5}"));
            String token = "{\"token\":\"" + grant.text("token") + "\"}";
            Reply release = wire.ask(Request.post(path + "/release", session, token));
            wire.ask(new Request("DELETE", "/v1/sessions/" + session, null, null, null));
            return release.status() == 204;
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable Reply ask(Member member, Request request, int patienceMillis) {
        try (Wire wire = new Wire(member.http(), null)) {
            wire.patience(patienceMillis);
            return wire.send(request) instanceof Reply reply ? reply : null;
        }
    }
}
