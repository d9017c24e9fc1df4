package io.holdfast.log.raft;

import io.holdfast.log.LeaderListener;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports each new leader once, in the log of the process and to a listener. Ratis also reports a
 * leader again that it has not heard for a while.
 *
 * <p>Threading: any thread.
 */
final class LeaderReports {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderReports.class);

    private final String member;
    private LeaderListener listener = (leader, term) -> {};
    private String leader = "";
    private long term = -1;

    LeaderReports(String member) {
        this.member = member;
    }

    synchronized void listen(LeaderListener changes) {
        listener = changes;
    }

    /** A report that is older than the last one, or the same, is ignored. */
    synchronized void report(String now, long nowTerm) {
        if (nowTerm > term || nowTerm == term && !now.equals(leader)) {
            leader = now;
            term = nowTerm;
            LOG.info("leader changed: leader={} term={} member={}", leader, term, member);
            listener.leaderChanged(leader, term);
        }
    }
}
