package io.holdfast.log.raft;

import io.holdfast.log.Clock;
import io.holdfast.log.Standing;
import io.holdfast.log.ratis.PeerProxies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupInfoReply;
import org.apache.ratis.protocol.GroupInfoRequest;
import org.apache.ratis.protocol.GroupListReply;
import org.apache.ratis.protocol.GroupListRequest;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.protocol.exceptions.AlreadyExistsException;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ReconfigurationInProgressException;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The membership of the cluster and its changes. Every method but {@link #status} waits for other
 * members, for seconds or longer, so it must not be called on a thread that must not block. Any
 * member can be called; the leader makes the change.
 */
public final class Membership {

    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
    private static final long TRANSFER_MILLIS = 3_000;
    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RaftServer server;
    private final RaftServer.Division division;
    private final RaftClientRpc rpc;
    private final PeerProxies proxies;
    private final StartupWait waiting;
    private final Clock clock;
    private final PeerAddress address;
    private final FormatCheck formats;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    /** @param address the peer address of this member */
    Membership(
            RaftServer server,
            RaftServer.Division division,
            RaftClientRpc rpc,
            PeerProxies proxies,
            StartupWait waiting,
            Clock clock,
            PeerAddress address,
            FormatCheck formats) {
        this.formats = formats;
        this.clock = clock;
        this.address = address;
        this.server = server;
        this.division = division;
        this.rpc = rpc;
        this.proxies = proxies;
        this.waiting = waiting;
    }

    /** A rejected change, with a message for the operator. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    Standing standing(String problem) {
        return Members.standing(division, problem);
    }

    public ClusterStatus status() {
        Map<String, Long> committed = new HashMap<>();
        for (CommitInfoProto info : division.getCommitInfos()) {
            committed.put(info.getServer().getId().toStringUtf8(), info.getCommitIndex());
        }
        Map<String, Long> silent = new HashMap<>();
        RoleInfoProto role = division.getInfo().getRoleInfoProto();
        if (role.hasLeaderInfo()) {
            silent.put(division.getId().toString(), 0L);
            for (ServerRpcProto follower : role.getLeaderInfo().getFollowerInfoList()) {
                silent.put(
                        follower.getId().getId().toStringUtf8(),
                        follower.getLastRpcElapsedTimeMs());
            }
        }
        List<ClusterStatus.Member> members = new ArrayList<>();
        for (RaftPeer peer : peers()) {
            String name = peer.getId().toString();
            members.add(new ClusterStatus.Member(
                    name,
                    peer.getAddress() == null ? "" : peer.getAddress(),
                    committed.getOrDefault(name, -1L),
                    silent.getOrDefault(name, -1L)));
        }
        RaftPeerId leader = division.getInfo().getLeaderId();
        return new ClusterStatus(
                group().getUuid(),
                division.getId().toString(),
                leader == null ? null : leader.toString(),
                division.getInfo().getCurrentTerm(),
                division.getRaftLog().getLastCommittedIndex(),
                division.getInfo().getLastAppliedIndex(),
                members);
    }

    /** Adds a member that waits with an empty directory; returns when it has caught up. */
    public void add(String name, PeerAddress listens) throws IOException {
        if (member(name) != null) {
            throw new RefusedException(name + " is a member already", null);
        }
        RaftPeer added = Bootstrap.peer(name, listens);
        List<RaftPeer> before = peers();
        for (RaftPeer member : before) {
            if (added.getAddress().equals(member.getAddress())) {
                throw new RefusedException(
                        member.getId() + " is a member with the address " + listens, null);
            }
        }
        proxies.point(List.of(added));
        try {
            // It learns the other members, but not that it is one of them, so it cannot vote yet.
            check(rpc.sendRequest(GroupManagementRequest.newAdd(
                    client, added.getId(), next(), RaftGroup.valueOf(group(), before))));
        } catch (AlreadyExistsException e) {
            LOG.info("{} already knows the cluster", name);
        } catch (IOException e) {
            rpc.handleException(added.getId(), e, true);
            throw new RefusedException(
                    name + " at " + listens + " does not join: " + e.getMessage()
                            + ". It must run with --join and an empty directory",
                    e);
        }
        checkName(added);
        formats.check(added);
        List<RaftPeer> after = new ArrayList<>(before);
        after.add(added);
        change(before, after);
    }

    /**
     * Checks the name of the process at the address: one process under two names would have two
     * votes, and would execute requests that are meant for the other.
     */
    private void checkName(RaftPeer added) throws IOException {
        RaftClientReply reply =
                rpc.sendRequest(new GroupInfoRequest(client, added.getId(), group(), next()));
        check(reply);
        if (reply instanceof GroupInfoReply known) {
            String called = known.getRoleInfoProto().getSelf().getId().toStringUtf8();
            if (!called.equals(added.getId().toString())) {
                throw new RefusedException(
                        "the member at " + added.getAddress() + " is called " + called + ", not "
                                + added.getId(),
                        null);
            }
        }
    }

    /** Removes a member; if it leads, the leadership is transferred first. */
    public void remove(String name) throws IOException {
        RaftPeer removed = member(name);
        if (removed == null) {
            throw new RefusedException(name + " does not belong to the cluster", null);
        }
        List<RaftPeer> before = peers();
        List<RaftPeer> after = new ArrayList<>(before);
        after.remove(removed);
        if (after.isEmpty()) {
            throw new RefusedException(name + " is the only member; stop it instead", null);
        }
        if (removed.getId().equals(leader())) {
            transfer(successor().getId().toString());
        }
        change(before, after);
        tellRemoved(removed);
    }

    /** Tells the removed member to stop, if it is reachable; does not wait otherwise. */
    private void tellRemoved(RaftPeer removed) {
        GroupManagementRequest request = GroupManagementRequest.newRemove(
                client, removed.getId(), next(), group(), false, false);
        // During a replacement the message must go to the old address.
        proxies.point(List.of(removed));
        try {
            if (removed.getId().equals(server.getId())) {
                server.groupManagement(request);
            } else {
                rpc.sendRequest(request);
            }
        } catch (IOException e) {
            LOG.info("cannot tell {} that it was removed: {}", removed.getId(), e.getMessage());
        }
    }

    /** Transfers the leadership to another member. */
    public void transfer(String name) throws IOException {
        RaftPeer chosen = member(name);
        if (chosen == null) {
            throw new RefusedException(name + " does not belong to the cluster", null);
        }
        RaftPeerId leading = leader();
        if (!chosen.getId().equals(leading)) {
            atLeader(
                    leading,
                    new TransferLeadershipRequest(
                            client, leading, group(), next(), chosen.getId(), TRANSFER_MILLIS));
            waiting.until(
                    () -> chosen.getId().equals(division.getInfo().getLeaderId()),
                    () -> name + " to lead");
        }
    }

    /**
     * Replaces a member that lost its directory or moves to another address: removes the old
     * member, then adds the empty one.
     *
     * @param listens the peer address of the new member
     */
    public void replace(String name, PeerAddress listens) throws IOException {
        RaftPeer old = member(name);
        if (old == null) {
            throw new RefusedException(
                    name + " does not belong to the cluster; add it instead", null);
        }
        try {
            checkWaits(Bootstrap.peer(name, listens));
        } catch (IOException e) {
            proxies.point(List.of(old));
            throw e;
        }
        remove(name);
        add(name, listens);
    }

    /** Checks that the new member is running before the old one is removed. */
    private void checkWaits(RaftPeer peer) throws IOException {
        RaftClientReply reply;
        proxies.point(List.of(peer));
        try {
            reply = rpc.sendRequest(new GroupListRequest(client, peer.getId(), group(), next()));
        } catch (IOException e) {
            rpc.handleException(peer.getId(), e, true);
            throw new RefusedException(
                    peer.getId() + " cannot be reached at " + peer.getAddress()
                            + ". Start it with --join and an empty directory first",
                    e);
        }
        if (!(reply instanceof GroupListReply list) || !list.getGroupIds().isEmpty()) {
            throw new RefusedException(
                    peer.getId() + " at " + peer.getAddress() + " has a directory that belongs to a"
                            + " cluster. Empty it, and start it with --join",
                    null);
        }
    }

    /** Transfers the leadership on a separate thread; fails if no other member took over. */
    CompletableFuture<Void> handOver() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("holdfast-hand-over").start(() -> {
            try {
                handOverNow();
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                LOG.warn("leadership transfer failed", e);
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /** Transfers the leadership to the most up-to-date member, if this one leads and has peers. */
    private void handOverNow() throws IOException {
        if (division.getInfo().isLeader() && peers().size() > 1) {
            transfer(successor().getId().toString());
        }
    }

    private RaftPeer successor() throws RefusedException {
        ClusterStatus status = status();
        String leading = status.leader();
        return status.members().stream()
                .filter(each -> !each.name().equals(leading))
                .max(Comparator.comparingLong(ClusterStatus.Member::committedIndex))
                .map(each -> member(each.name()))
                .orElseThrow(() -> new RefusedException("no other member can lead", null));
    }

    /** Retries for a while: a new leader does not accept changes at once. */
    private void change(List<RaftPeer> before, List<RaftPeer> after) throws IOException {
        AtomicReference<@Nullable RefusedException> refusal = new AtomicReference<>();
        long untilNanos = clock.monotonicNanos() + CHANGE_NANOS;
        waiting.until(
                () -> {
                    try {
                        // An earlier attempt may have succeeded although its answer was lost.
                        if (!isMade(after)) {
                            changeNow(before, after);
                        }
                        refusal.set(null);
                        return true;
                    } catch (RefusedException e) {
                        refusal.set(e);
                        return !passes(e.getCause()) || clock.monotonicNanos() > untilNanos;
                    }
                },
                () -> "a leader that accepts the change");
        RefusedException refused = refusal.get();
        if (refused != null) {
            throw refused;
        }
        awaitHere(after);
    }

    /** Waits until this member knows the change, so that the next status request here shows it. */
    private void awaitHere(List<RaftPeer> after) throws IOException {
        if (after.stream().noneMatch(peer -> peer.getId().equals(division.getId()))) {
            return;
        }
        long untilNanos = clock.monotonicNanos() + CHANGE_NANOS;
        waiting.until(
                () -> isMade(after) || clock.monotonicNanos() > untilNanos,
                () -> "the membership change to arrive here");
    }

    private boolean isMade(List<RaftPeer> after) {
        return division.getRaftConf().getPreviousPeers().isEmpty()
                && addresses(peers()).equals(addresses(after));
    }

    private static Map<RaftPeerId, String> addresses(List<RaftPeer> peers) {
        Map<RaftPeerId, String> addresses = new HashMap<>();
        peers.forEach(peer -> addresses.put(peer.getId(), peer.getAddress()));
        return addresses;
    }

    private static boolean passes(@Nullable Throwable problem) {
        return problem instanceof LeaderNotReadyException
                || problem instanceof NotLeaderException
                || problem instanceof ReconfigurationInProgressException;
    }

    private void changeNow(List<RaftPeer> before, List<RaftPeer> after) throws IOException {
        RaftPeerId leading = leader();
        SetConfigurationRequest.Arguments members = SetConfigurationRequest.Arguments.newBuilder()
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .setServersInCurrentConf(before)
                .setServersInNewConf(after)
                .build();
        atLeader(leading, new SetConfigurationRequest(client, leading, group(), next(), members));
    }

    private void atLeader(RaftPeerId leading, RaftClientRequest request) throws IOException {
        RaftClientReply reply;
        if (!leading.equals(server.getId())) {
            rpc.addRaftPeers(peers());
            reply = rpc.sendRequest(request);
        } else if (request instanceof SetConfigurationRequest change) {
            reply = server.setConfiguration(change);
        } else if (request instanceof TransferLeadershipRequest transfer) {
            reply = server.transferLeadership(transfer);
        } else {
            throw new IllegalStateException("not a membership change");
        }
        check(reply);
    }

    private static void check(RaftClientReply reply) throws IOException {
        if (!reply.isSuccess()) {
            Exception problem = reply.getException();
            throw new RefusedException(
                    problem == null ? "rejected" : String.valueOf(problem.getMessage()), problem);
        }
    }

    private RaftPeerId leader() throws RefusedException {
        RaftPeerId leader = division.getInfo().getLeaderId();
        if (leader == null) {
            throw new RefusedException("the cluster has no leader now; retry soon", null);
        }
        return leader;
    }

    private @Nullable RaftPeer member(String name) {
        return division.getRaftConf().getPeer(RaftPeerId.valueOf(name));
    }

    /** A member that was alone has no address in its own log, so its configured one is used. */
    private List<RaftPeer> peers() {
        List<RaftPeer> peers = new ArrayList<>();
        for (RaftPeer peer : division.getRaftConf().getCurrentPeers()) {
            boolean own = peer.getId().equals(division.getId());
            peers.add(own ? Bootstrap.peer(peer.getId().toString(), address) : peer);
        }
        return peers;
    }

    private RaftGroupId group() {
        return division.getGroup().getGroupId();
    }

    private long next() {
        return calls.incrementAndGet();
    }
}
