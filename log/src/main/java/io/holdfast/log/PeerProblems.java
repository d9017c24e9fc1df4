package io.holdfast.log;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reasons why peers are not connected, for {@code /ready} and the log. Each reason is logged
 * when it is new, and repeated at most once a minute while it lasts.
 *
 * <p>Threading: any thread.
 */
public final class PeerProblems {

    private static final Logger LOG = LoggerFactory.getLogger(PeerProblems.class);
    private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Clock clock;
    private final Map<String, Reported> byPeer = new TreeMap<>();

    public PeerProblems(Clock clock) {
        this.clock = clock;
    }

    /** The kind of problem, as programs read it. */
    public enum Reason {
        /** The peer has another cluster id. */
        OTHER_CLUSTER,
        /** The process at the peer's address has another name. */
        WRONG_NAME,
        /** The peer's directory is empty although the peer is a member. */
        EMPTY_DIRECTORY,
        /** The TLS handshake failed. */
        TLS,
        /** The peer's host name has no address. */
        UNKNOWN_HOST,
        /** No process listens at the peer's address. */
        REFUSED,
        /** The peer does not answer. */
        UNREACHABLE;

        /** The code in JSON. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One peer's problem.
     *
     * @param peer the peer's name, or its address if the name is not known
     * @param text one sentence for an operator
     */
    public record Problem(String peer, Reason reason, String text) {}

    /** When each reason was last logged, so that reasons that alternate do not fill the log. */
    private record Reported(Problem problem, Map<Reason, Long> loggedNanos) {}

    /** Records a peer's problem and replaces an earlier one of the same peer. */
    public void report(String peer, Reason reason, String text) {
        Problem problem = new Problem(peer, reason, text);
        long now = clock.monotonicNanos();
        synchronized (byPeer) {
            Reported before = byPeer.get(peer);
            Map<Reason, Long> logged =
                    before == null ? new EnumMap<>(Reason.class) : before.loggedNanos();
            byPeer.put(peer, new Reported(problem, logged));
            Long last = logged.get(reason);
            if (last != null && now - last < REPEAT_NANOS) {
                return;
            }
            logged.put(reason, now);
        }
        LOG.warn("peer {} not connected: reason={} {}", peer, reason.code(), text);
    }

    /** Removes a peer's problem: the peer is connected again, or is no longer a member. */
    public void clear(String peer) {
        boolean known;
        synchronized (byPeer) {
            known = byPeer.remove(peer) != null;
        }
        if (known) {
            LOG.info("peer {} connected", peer);
        }
    }

    /** Returns the current problems, by peer name. */
    public List<Problem> all() {
        synchronized (byPeer) {
            return byPeer.values().stream().map(Reported::problem).toList();
        }
    }
}
