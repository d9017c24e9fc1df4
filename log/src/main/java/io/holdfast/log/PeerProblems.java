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
 * Why this member and a peer do not work together, for {@code /ready} and the log. Each reason is
 * logged when it is new, and repeated at most once a minute while it lasts.
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

    /** What kind of problem it is, as programs read it. */
    public enum Reason {
        /** The peer belongs to another cluster id. */
        OTHER_CLUSTER,
        /** The process at the peer's address has another name. */
        WRONG_NAME,
        /** The peer's directory is empty although the group counts it as a member. */
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

    /** Records the problem of a peer in place of an earlier one of the same peer. */
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

    /** The peer works with this member again, or is not a member any more. */
    public void clear(String peer) {
        boolean known;
        synchronized (byPeer) {
            known = byPeer.remove(peer) != null;
        }
        if (known) {
            LOG.info("peer {} connected", peer);
        }
    }

    /** The current problems, by the name of the peer. */
    public List<Problem> all() {
        synchronized (byPeer) {
            return byPeer.values().stream().map(Reported::problem).toList();
        }
    }
}
