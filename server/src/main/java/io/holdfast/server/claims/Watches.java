package io.holdfast.server.claims;

import io.holdfast.core.event.Event;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.log.Clock;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.TurnGroups;
import io.holdfast.server.http.Exchange;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a claim's status to change, so that clients need not poll. Watches are not
 * part of the state: one that ends early returns the current status, and the client retries.
 *
 * <p>Threading: any thread. A watch is registered on the engine's lane, so that no change is missed
 * between reading the claim and waiting.
 */
final class Watches {

    /** Maximum wait in seconds. */
    static final long SECONDS_MAX = 60;

    /** Maximum watches answered before other tasks run. */
    private static final int WOKEN_AT_ONCE_MAX = 256;

    private final Requests requests;
    private final Engine engine;
    private final Clock clock;
    private final Map<Key, Set<Watch>> byClaim = new HashMap<>();
    private final TreeSet<Watch> byDeadline =
            new TreeSet<>(Comparator.<Watch>comparingLong(watch -> watch.untilNanos)
                    .thenComparingLong(watch -> watch.number));
    private long numbers;
    private long wakeNanos = Long.MAX_VALUE;
    private boolean ended;

    private record Key(String tenant, long id) {}

    /** Sends the claim when a watch ends, on the request's event loop. */
    @FunctionalInterface
    interface Answer {
        void show(Exchange exchange, @Nullable ClaimAnswer claim, Rendered rendered);
    }

    /** A claim as JSON, shared by all requests that name the same host. */
    static final class Rendered {

        private record Body(String origin, byte[] json) {}

        private volatile @Nullable Body last;

        byte[] json(String origin, ClaimAnswer claim) {
            Body known = last;
            if (known != null && known.origin.equals(origin)) {
                return known.json;
            }
            byte[] json = ClaimJson.one(origin, claim);
            last = new Body(origin, json);
            return json;
        }
    }

    private static final class Watch {
        final Key key;
        final Exchange exchange;
        final Answer answer;
        final long untilNanos;

        /** Distinguishes watches with the same deadline. Set when the watch is added. */
        long number;

        Watch(Key key, Exchange exchange, Answer answer, long untilNanos) {
            this.key = key;
            this.exchange = exchange;
            this.answer = answer;
            this.untilNanos = untilNanos;
        }
    }

    Watches(Requests requests, Clock clock) {
        this.requests = requests;
        this.engine = requests.engine();
        this.clock = clock;
    }

    /** Returns the tag of a status. A client that sends it is answered once the status differs. */
    static String tag(ClaimStatus status) {
        return "W/\"" + status.text() + "\"";
    }

    /** Returns the seconds of {@code Prefer: wait=N}, or 0 if they are missing or invalid. */
    static long seconds(@Nullable String prefer) {
        if (prefer == null) {
            return 0;
        }
        for (String preference : prefer.toLowerCase(Locale.ROOT).split("[,;]", -1)) {
            String stripped = preference.strip();
            if (stripped.startsWith("wait=")) {
                String digits = stripped.substring("wait=".length()).strip().replace("\"", "");
                boolean number = !digits.isEmpty()
                        && digits.length() <= 9
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
                return number ? Math.min(SECONDS_MAX, Long.parseLong(digits)) : 0;
            }
        }
        return 0;
    }

    /**
     * Answers when the claim's status differs from the current one, or from the one that the client
     * has seen, or when the preferred wait has passed.
     */
    void watch(Exchange exchange, long id, long seconds, Answer answer) {
        Key key = new Key(exchange.actor().tenant(), id);
        long untilNanos = clock.monotonicNanos() + TimeUnit.SECONDS.toNanos(seconds);
        Watch watch = new Watch(key, exchange, answer, untilNanos);
        exchange.onHangUp(() -> remove(watch));
        Query<@Nullable ClaimAnswer> query = new Query.FindClaim(key.tenant, id);
        requests.readInLane(exchange, query, (claim, point) -> {
            if (claim == null || settled(exchange, claim) || !add(watch)) {
                exchange.loop().execute(() -> answer.show(exchange, claim, new Rendered()));
            }
        });
    }

    private static boolean settled(Exchange exchange, ClaimAnswer claim) {
        String seen = exchange.header("If-None-Match");
        ClaimStatus status = claim.state().status();
        return status.isFinal() || seen != null && !names(seen, status);
    }

    /** Compares weakly, as the header requires: the weakness prefix is ignored. */
    private static boolean names(String tags, ClaimStatus status) {
        return tags.equals("*") || tags.contains(tag(status).substring("W/".length()));
    }

    private synchronized boolean add(Watch watch) {
        if (ended || !watch.exchange.isOpen()) {
            return false;
        }
        watch.number = ++numbers;
        byClaim.computeIfAbsent(watch.key, key -> new LinkedHashSet<>()).add(watch);
        byDeadline.add(watch);
        wake();
        return true;
    }

    /** Removes the watch and returns whether it was waiting. */
    private synchronized boolean remove(Watch watch) {
        Set<Watch> those = byClaim.get(watch.key);
        byDeadline.remove(watch);
        if (those == null || !those.remove(watch)) {
            return false;
        }
        if (those.isEmpty()) {
            byClaim.remove(watch.key);
        }
        return true;
    }

    /**
     * Receives events on the engine's lane. A claim may have very many watches: the lane reads the
     * claim once for all of them, and they are answered on their event loops.
     */
    void happened(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.ClaimMoved moved) {
                Key key = new Key(moved.tenant(), moved.id());
                Set<Watch> those = take(key);
                if (those != null) {
                    finish(key, those);
                }
            }
        }
    }

    private synchronized @Nullable Set<Watch> take(Key key) {
        return byClaim.remove(key);
    }

    /** Ends all watches with the current state, because the server is stopping. */
    void end() {
        Map<Key, Set<Watch>> all;
        synchronized (this) {
            ended = true;
            all = new HashMap<>(byClaim);
            byClaim.clear();
        }
        all.forEach(this::finish);
    }

    /** Reads the claim once, after all of these requests arrived, and answers them. */
    private void finish(Key key, Set<Watch> watches) {
        Query<@Nullable ClaimAnswer> query = new Query.FindClaim(key.tenant, key.id);
        engine.read(
                query,
                (claim, point) -> new Waker(claim, point, true).wake(watches),
                () -> engine.readStale(
                        query, (claim, point) -> new Waker(claim, point, false).wake(watches)));
    }

    /** Answers the watches of a claim in small groups, each watch on its own event loop. */
    private final class Waker {
        private final @Nullable ClaimAnswer claim;
        private final ReadPoint point;

        /** True if the leader confirmed the claim's state. */
        private final boolean latest;

        private final Rendered rendered = new Rendered();

        Waker(@Nullable ClaimAnswer claim, ReadPoint point, boolean latest) {
            this.claim = claim;
            this.point = point;
            this.latest = latest;
        }

        void wake(Set<Watch> watches) {
            Executor loop = watches.iterator().next().exchange.loop();
            TurnGroups.pass(loop, watches.iterator(), WOKEN_AT_ONCE_MAX, some -> {
                forget(some);
                some.forEach(watch -> watch.exchange.loop().execute(() -> show(watch)));
            });
        }

        private void show(Watch watch) {
            Exchange exchange = watch.exchange;
            boolean stale = Requests.isStale(exchange);
            if (!latest && !stale) {
                Requests.refuseRead(exchange);
                return;
            }
            if (stale) {
                Requests.sayStale(exchange, point);
            }
            watch.answer.show(exchange, claim, rendered);
        }
    }

    private synchronized void forget(List<Watch> watches) {
        watches.forEach(byDeadline::remove);
    }

    private void wake() {
        Watch first = byDeadline.isEmpty() ? null : byDeadline.first();
        if (first != null && first.untilNanos < wakeNanos) {
            wakeNanos = first.untilNanos;
            clock.wakeAt(wakeNanos, this::deadlineCame);
        }
    }

    private void deadlineCame() {
        Map<Key, Set<Watch>> over = new LinkedHashMap<>();
        // In small groups, because the lane needs the monitor too.
        boolean more = true;
        while (more) {
            more = takeLate(over);
        }
        over.forEach(this::finish);
    }

    /** Takes some expired watches; returns false when there are no more. */
    private synchronized boolean takeLate(Map<Key, Set<Watch>> over) {
        long now = clock.monotonicNanos();
        for (int i = 0; i < WOKEN_AT_ONCE_MAX; i++) {
            Watch first = byDeadline.isEmpty() ? null : byDeadline.first();
            if (first == null || first.untilNanos - now > 0) {
                wakeNanos = Long.MAX_VALUE;
                wake();
                return false;
            }
            if (remove(first)) {
                over.computeIfAbsent(first.key, key -> new LinkedHashSet<>()).add(first);
            }
        }
        return true;
    }

    /** Returns the number of waiting requests. */
    synchronized int size() {
        return byDeadline.size();
    }
}
