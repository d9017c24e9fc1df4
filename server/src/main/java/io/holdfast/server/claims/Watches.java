package io.holdfast.server.claims;

import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.event.Event;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.log.Clock;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.http.Exchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a claim to change its status, so that nobody needs to poll. They are no
 * state: a watch that ends early only says what is so by then, and the client asks again.
 *
 * <p>Threading: any thread; a watch is put up in the node's lane, so that no change is missed
 * between the look at the claim and the wait.
 */
final class Watches {

    /** No answer is held back for longer. */
    static final long SECONDS_MAX = 60;

    private final Node node;
    private final Clock clock;
    private final Map<Key, List<Watch>> byClaim = new HashMap<>();
    private final PriorityQueue<Watch> byDeadline =
            new PriorityQueue<>((one, other) -> Long.signum(one.untilNanos - other.untilNanos));
    private long wakeNanos = Long.MAX_VALUE;
    private boolean ended;

    private record Key(String tenant, long id) {}

    /** Shows the claim as it is when a watch ends. */
    @FunctionalInterface
    interface Answer {
        void show(Exchange exchange, @Nullable ClaimAnswer claim);
    }

    private static final class Watch {
        final Key key;
        final Exchange exchange;
        final Answer answer;
        final long untilNanos;

        Watch(Key key, Exchange exchange, Answer answer, long untilNanos) {
            this.key = key;
            this.exchange = exchange;
            this.answer = answer;
            this.untilNanos = untilNanos;
        }
    }

    Watches(Node node, Clock clock) {
        this.node = node;
        this.clock = clock;
    }

    /** What a client that saw this status names, to be told at once if it is another by now. */
    static String tag(ClaimStatus status) {
        return "W/\"" + status.text() + "\"";
    }

    /** The seconds of {@code Prefer: wait=N}; 0 where there are none that can be read. */
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
     * Answers when the claim's status is no longer what it is now, or what the client says that it
     * saw, or when the time that it prefers is over.
     */
    void watch(Exchange exchange, long id, long seconds, Answer answer) {
        Key key = new Key(exchange.actor().tenant(), id);
        long untilNanos = clock.monotonicNanos() + TimeUnit.SECONDS.toNanos(seconds);
        Watch watch = new Watch(key, exchange, answer, untilNanos);
        exchange.onHangUp(() -> remove(watch));
        NodeReads.read(node, exchange, new Query.FindClaim(key.tenant, id), (claim, point) -> {
            if (claim == null || settled(exchange, claim) || !add(watch)) {
                answer.show(exchange, claim);
            }
        });
    }

    private static boolean settled(Exchange exchange, ClaimAnswer claim) {
        String seen = exchange.header("If-None-Match");
        ClaimStatus status = claim.state().status();
        return status.isFinal() || seen != null && !names(seen, status);
    }

    /** Compared weakly, as the header is: the mark of weakness makes no difference. */
    private static boolean names(String tags, ClaimStatus status) {
        return tags.equals("*") || tags.contains(tag(status).substring("W/".length()));
    }

    private synchronized boolean add(Watch watch) {
        if (ended || !watch.exchange.isOpen()) {
            return false;
        }
        byClaim.computeIfAbsent(watch.key, key -> new ArrayList<>(1)).add(watch);
        byDeadline.add(watch);
        wake();
        return true;
    }

    private synchronized boolean remove(Watch watch) {
        List<Watch> those = byClaim.get(watch.key);
        if (those == null || !those.remove(watch)) {
            return false;
        }
        if (those.isEmpty()) {
            byClaim.remove(watch.key);
        }
        byDeadline.remove(watch);
        return true;
    }

    /** Hears what happened, in the node's lane. */
    void happened(List<Event> events) {
        for (Event event : events) {
            if (event instanceof Event.ClaimMoved moved) {
                finish(take(new Key(moved.tenant(), moved.id())));
            }
        }
    }

    private synchronized List<Watch> take(Key key) {
        List<Watch> those = byClaim.remove(key);
        if (those == null) {
            return List.of();
        }
        those.forEach(byDeadline::remove);
        return those;
    }

    /** Ends all watches with what is so by now, because the server stops. */
    void end() {
        List<Watch> all = new ArrayList<>();
        synchronized (this) {
            ended = true;
            byClaim.values().forEach(all::addAll);
            byClaim.clear();
            byDeadline.clear();
        }
        finish(all);
    }

    private void finish(List<Watch> watches) {
        for (Watch watch : watches) {
            NodeReads.read(
                    node,
                    watch.exchange,
                    new Query.FindClaim(watch.key.tenant, watch.key.id),
                    (claim, point) -> watch.answer.show(watch.exchange, claim));
        }
    }

    private void wake() {
        Watch first = byDeadline.peek();
        if (first != null && first.untilNanos < wakeNanos) {
            wakeNanos = first.untilNanos;
            clock.wakeAt(wakeNanos, this::deadlineCame);
        }
    }

    private void deadlineCame() {
        List<Watch> over = new ArrayList<>();
        synchronized (this) {
            wakeNanos = Long.MAX_VALUE;
            long now = clock.monotonicNanos();
            Watch first = byDeadline.peek();
            while (first != null && first.untilNanos - now <= 0) {
                over.add(first);
                remove(first);
                first = byDeadline.peek();
            }
            wake();
        }
        finish(over);
    }

    /** How many requests wait. */
    synchronized int size() {
        return byDeadline.size();
    }
}
