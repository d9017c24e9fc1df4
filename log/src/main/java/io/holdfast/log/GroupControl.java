package io.holdfast.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to the group that a log is shared with, for those who operate it. Any node may be
 * asked; whatever changes the group is done by its leader.
 *
 * <p>A future that fails does so with a {@link Refused}, which says what an operator can do.
 */
public interface GroupControl {

    /** The group as this node knows it now; costs nothing and asks nobody. */
    Status status();

    /** Makes a node that was started with {@code --join} a member; done when it has caught up. */
    CompletableFuture<Void> add(String node, String address);

    /** Takes a node out of the group; its directory is worth nothing from then on. */
    CompletableFuture<Void> remove(String node);

    /** Lets that node lead. */
    CompletableFuture<Void> transfer(String node);

    /**
     * Takes a node whose directory is lost, or that is to be somewhere else, out of the group, and
     * the empty one that was started under its name with {@code --join} in.
     *
     * @param address where the new one listens for its peers; null for where the old one did
     */
    CompletableFuture<Void> replace(String node, @Nullable String address);

    /**
     * @param cluster the id that all members share
     * @param node the node that says so
     * @param leader the node that leads as far as this one knows; null where it knows of none
     * @param term how often the group has looked for a leader
     * @param commitIndex the last entry of the log that a majority keeps
     * @param appliedIndex the last entry that this node has applied
     * @param members every node of the group, by name
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

        /** The same with the members' problems, by name. */
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

        /** Whether the node that says so leads. */
        public boolean leads() {
            return node.equals(leader);
        }
    }

    /**
     * @param address where it listens for its peers; empty in a group of one
     * @param matchIndex how far it was last known to have the log; {@link #UNKNOWN} where nobody
     *     has said so
     * @param heardMillis how long ago it was last heard of; {@link #UNKNOWN} likewise
     * @param problem why the member that was asked is not connected to it; null if it is connected
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

    /** Why the group was not changed. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        /** What an operator, or a program, can do about it. */
        public enum Reason {
            /** There is no leader, or no majority: ask again. */
            NO_LEADER,
            /** Another change is being made: ask again. */
            BUSY,
            /** No member has that name. */
            UNKNOWN_NODE,
            /** A member has that name already, or the change makes no sense. */
            CONFLICT,
            /** The other node does not answer, or is not what it should be. */
            UNREACHABLE,
            /** This node is alone. */
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
