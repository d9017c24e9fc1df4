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

/** Queries the state of a cluster's members. */
public final class Watch {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int ASKING_MILLIS = 1_000;
    private static final int LAST_WORDS_MAX = 800;
    private static final int WAITERS_SECONDS_MAX = 30;
    private static final int NEWEST_FORMAT = 3;
    private static final long DUMP_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The header of a stale answer, with the applied index. */
    private static final Pattern APPLIED = Pattern.compile("stale; index=(\\d{1,18})");

    private final List<Member> members;
    private int probes;
    private int turns;

    Watch(List<Member> members) {
        this.members = members;
    }

    /**
     * Returns the leader as reported by a running member, or null if there is none. Servers that do
     * not report a leader are returned in turn, so that each of them is tried.
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

    /** Returns the applied index that a member reports, or -1 if it does not report one. */
    public long applied(Member member) {
        Request stale = Request.get("/v1/stats").withHeader("Holdfast-Read", "stale");
        Reply reply = ask(member, stale, PATIENCE_MILLIS);
        String text = reply == null ? "" : reply.headers().getOrDefault("holdfast-read", "");
        Matcher index = APPLIED.matcher(text);
        return index.matches() ? Long.parseLong(index.group(1)) : -1;
    }

    /** Returns a member's wall clock, or null if it does not answer. */
    public @Nullable Instant wallClock(Member member) {
        Request stale = Request.get("/v1/stats").withHeader("Holdfast-Read", "stale");
        Reply reply = ask(member, stale, ASKING_MILLIS);
        String date = reply == null ? null : reply.headers().get("date");
        return date == null ? null : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    }

    /** Waits until there is a leader. */
    public Member awaitLeader(long seconds) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        do {
            Member leader = leader();
            if (leader != null) {
                return leader;
            }
            LockSupport.parkNanos(POLL_NANOS);
        } while (System.nanoTime() < endNanos);
        throw new IOException("no leader after " + seconds + " s");
    }

    /**
     * Waits until every member writes the newest format, which happens soon after the first start.
     */
    public void awaitFormat(long seconds) throws IOException {
        for (Member member : members) {
            await(seconds, member.name() + " writes an old format", () -> {
                Reply reply = ask(member, Request.get("/v1/cluster"), ASKING_MILLIS);
                return reply != null && reply.number("format") >= NEWEST_FORMAT;
            });
        }
    }

    /** Waits until the member reports this number of clients waiting for a lock. */
    public void awaitWaiters(Member member, String key, int waiters) throws IOException {
        Pattern row = Pattern.compile("\\{[^{}]*\"key\":\"" + Pattern.quote(key)
                + "\"[^{}]*\"waiters\":" + waiters + "\\b");
        await(WAITERS_SECONDS_MAX, "no client waits for " + key, () -> {
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
     * Waits until each member grants and releases a lock. A member that has exited is restarted.
     * Returns the restarted members, each with the end of its output.
     */
    public Set<String> awaitHealthy(long seconds) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Set<String> revived = new TreeSet<>();
        for (Member member : members) {
            while (!isWell(member)) {
                if (System.nanoTime() > endNanos) {
                    printThreads();
                    throw new IOException(member.name() + " is not healthy after " + seconds
                            + " s: " + member.process().excerpt());
                }
                revive(revived);
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        return revived;
    }

    /** Lets each member write its threads to its output, which is kept after a failure. */
    private void printThreads() throws IOException {
        for (Member member : members) {
            if (member.alive()) {
                member.process().signal("QUIT");
            }
        }
        LockSupport.parkNanos(DUMP_NANOS);
    }

    /** Starts every member that has exited: a running one may lack a majority without them. */
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
