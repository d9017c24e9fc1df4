package io.holdfast.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Shows and changes the membership of the group that shares a log. Any member can be called; the
 * leader makes the changes.
 *
 * <p>A future fails only with a {@link Refused}, which says what an operator can do.
 */
public interface GroupControl {

    /** Returns the group as this member knows it; cheap, without a request to other members. */
    Status status();

    /** Adds a member that was started with {@code --join}; completes when it has caught up. */
    CompletableFuture<Void> add(String node, String address);

    /** Removes a member, which can never use its data directory again. */
    CompletableFuture<Void> remove(String node);

    /** Transfers the leadership to the given member. */
    CompletableFuture<Void> transfer(String node);

    /**
     * Removes a member that lost its directory or moves to another host, and adds the empty one
     * that was started under its name with {@code --join}.
     *
     * @param address the peer address of the new member; null to keep the old one
     */
    CompletableFuture<Void> replace(String node, @Nullable String address);

    /**
     * @param cluster the id that all members share
     * @param node the member that reports this status
     * @param leader the current leader as far as this member knows; null if unknown
     * @param term the current Raft term
     * @param commitIndex the last log entry that a majority has stored
     * @param appliedIndex the last entry that this member has applied
     * @param members all members, by name
     */
    record Status(
            String cluster,
            String node,
            @Nullable String leader,
            long term,
            long commitIndex,
            long appliedIndex,
            List<Member> members) {

        public Status {
            members = List.copyOf(members);
        }

        /** Returns this status with the members' problems, by name. */
        public Status with(List<PeerProblems.Problem> problems) {
            Map<String, PeerProblems.Problem> byName = new HashMap<>();
            problems.forEach(problem -> byName.put(problem.peer(), problem));
            return new Status(
                    cluster,
                    node,
                    leader,
                    term,
                    commitIndex,
                    appliedIndex,
                    members.stream()
                            .map(member -> member.with(byName.get(member.node())))
                            .toList());
        }

        /** Returns whether the reporting member leads. */
        public boolean leads() {
            return node.equals(leader);
        }
    }

    /**
     * @param address its peer address; empty for a single member
     * @param matchIndex the last entry that it is known to have stored; {@link #UNKNOWN} if not
     *     reported
     * @param heardMillis the time since it was last heard from; {@link #UNKNOWN} likewise
     * @param problem why the reporting member is not connected to it; null if it is connected
     */
    record Member(
            String node,
            String address,
            long matchIndex,
            long heardMillis,
            PeerProblems.@Nullable Problem problem) {

        public static final long UNKNOWN = -1;

        public Member(String node, String address, long matchIndex, long heardMillis) {
            this(node, address, matchIndex, heardMillis, null);
        }

        private Member with(PeerProblems.@Nullable Problem found) {
            return new Member(node, address, matchIndex, heardMillis, found);
        }
    }

    /** A rejected change of the group. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        /** The kind of rejection, which tells an operator or a program what to do. */
        public enum Reason {
            /** There is no leader or no majority: retry. */
            NO_LEADER,
            /** Another change is in progress: retry. */
            BUSY,
            /** No member has that name. */
            UNKNOWN_NODE,
            /** A member with that name exists already, or the change is invalid. */
            CONFLICT,
            /** The other member does not answer, or is not in the required state. */
            UNREACHABLE,
            /** This server is a single member without peers. */
            ALONE
        }

        private final Reason reason;

        public Refused(Reason reason, String message) {
            super(message);
            this.reason = reason;
        }

        public Reason reason() {
            return reason;
        }
    }
}
