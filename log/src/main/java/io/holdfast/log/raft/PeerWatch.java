package io.holdfast.log.raft;

import io.holdfast.log.Clock;
import io.holdfast.log.PeerProblems;
import io.holdfast.log.PeerProblems.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.netty.NegotiationType;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks every peer periodically for its identity, and reports why a peer cannot be used. The same
 * request from the peer tells this member what the peer expects of it.
 *
 * <p>Threading: any thread; each peer is asked on its own thread.
 */
final class PeerWatch implements AutoCloseable {

    private static final long ANSWER_MILLIS = 2_000;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Connected peers are asked less often, because Ratis notices a lost one at once. */
    private static final int CALM_ROUNDS = 5;

    /** A problem is reported when it was found twice, so that a normal start reports none. */
    private static final int FOUND_MIN = 2;

    private static final long STRANGER_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int STRANGERS_MAX = 16;

    private final Clock clock;
    private final PeerProblems problems;
    private final Self self;
    private final @Nullable SslContext tls;
    private final Map<String, Peer> peers = new ConcurrentHashMap<>();
    private final Map<String, Long> strangers = new HashMap<>();
    private volatile boolean closed;
    private long round;

    /**
     * A member's own identity while it starts and runs.
     *
     * @param join whether it waits to be added, so that its directory may be empty
     * @param cluster the cluster of its directory; null while that is empty
     * @param others the addresses of the other members, by name
     * @param members the names of the group's members; empty while there is no group
     */
    record Self(
            String node,
            PeerAddress address,
            boolean join,
            Supplier<@Nullable UUID> cluster,
            Supplier<Map<String, PeerAddress>> others,
            Supplier<Set<String>> members) {

        /** @param division null while this member does not belong to a group */
        static Self of(
                ClusterOptions options,
                Supplier<@Nullable UUID> cluster,
                Supplier<RaftServer.@Nullable Division> division) {
            return new Self(
                    options.node(),
                    options.own(),
                    options.join(),
                    cluster,
                    () -> {
                        RaftServer.Division mine = division.get();
                        Map<String, PeerAddress> others = mine == null
                                ? new TreeMap<>(options.peers())
                                : Members.addresses(mine);
                        others.remove(options.node());
                        return others;
                    },
                    () -> {
                        RaftServer.Division mine = division.get();
                        return mine == null ? Set.of() : Members.names(mine);
                    });
        }
    }

    /** One peer at one address. */
    private final class Peer {
        private final String name;
        private final PeerAddress address;
        private @Nullable ManagedChannel channel;
        private final Found found = new Found();

        Peer(String name, PeerAddress address) {
            this.name = name;
            this.address = address;
        }

        /** Asks the peer; returns null if there is no problem. */
        synchronized @Nullable PeerFailure ask() {
            try {
                PeerHello answer = ClientCalls.blockingUnaryCall(
                        connected(),
                        PeerHello.METHOD,
                        CallOptions.DEFAULT.withDeadlineAfter(ANSWER_MILLIS, TimeUnit.MILLISECONDS),
                        hello(name));
                return judge(self, name, address, answer);
            } catch (RuntimeException e) {
                // The next request reconnects at once instead of after an increasing backoff.
                disconnect();
                return PeerFailure.of(e, address);
            }
        }

        private ManagedChannel connected() {
            ManagedChannel known = channel;
            if (known == null) {
                NettyChannelBuilder builder =
                        NettyChannelBuilder.forAddress(unbracketed(address.host()), address.port());
                known = (tls == null
                                ? builder.negotiationType(NegotiationType.PLAINTEXT)
                                : builder.sslContext(tls))
                        .build();
                channel = known;
            }
            return known;
        }

        synchronized void disconnect() {
            ManagedChannel known = channel;
            channel = null;
            if (known != null) {
                known.shutdownNow();
            }
        }

        void look() {
            PeerFailure failure = ask();
            if (closed) {
                return;
            }
            if (failure == null) {
                found.clear();
                problems.clear(name);
            } else if (found.lasts(failure.reason())) {
                problems.report(name, failure.reason(), failure.text());
            }
        }
    }

    PeerWatch(Clock clock, PeerProblems problems, Self self, @Nullable SslContext tls) {
        this.clock = clock;
        this.problems = problems;
        this.self = self;
        this.tls = tls;
    }

    /** Checks the peers periodically until it is closed. */
    void start() {
        clock.wakeAt(
                clock.monotonicNanos(),
                () -> Thread.ofPlatform().daemon().name("holdfast-peers").start(this::look));
    }

    private void look() {
        Map<String, PeerAddress> others = self.others().get();
        forgetAllBut(others);
        List<Thread> asking = new ArrayList<>();
        for (Map.Entry<String, PeerAddress> other : others.entrySet()) {
            Peer peer = peer(other.getKey(), other.getValue());
            if (peer.found.isAny() || round % CALM_ROUNDS == 0) {
                asking.add(Thread.ofVirtual().name("peer-" + peer.name).start(peer::look));
            }
        }
        round++;
        try {
            for (Thread thread : asking) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        forgetStrangers();
        if (!closed) {
            clock.wakeAt(
                    clock.monotonicNanos() + LOOK_NANOS,
                    () -> Thread.ofPlatform().daemon().name("holdfast-peers").start(this::look));
        }
    }

    /**
     * How often in a row a peer had the same problem. While a cluster is created, a member can see
     * for a moment that others are in it already; that is not reported.
     */
    static final class Found {
        private @Nullable Reason last;
        private int times;

        /** Counts a problem; returns whether it lasts, so that it is reported. */
        boolean lasts(Reason reason) {
            times = reason == last ? times + 1 : 1;
            last = reason;
            return times >= FOUND_MIN;
        }

        void clear() {
            last = null;
        }

        boolean isAny() {
            return last != null;
        }
    }

    /** Asks one peer now; returns whether it answers under its name, in any cluster. */
    boolean reaches(String name, PeerAddress address) {
        PeerFailure failure = peer(name, address).ask();
        return failure == null
                || failure.reason() == Reason.OTHER_CLUSTER
                || failure.reason() == Reason.EMPTY_DIRECTORY;
    }

    private Peer peer(String name, PeerAddress address) {
        return peers.compute(name, (same, known) -> {
            if (known != null && known.address.equals(address)) {
                return known;
            }
            if (known != null) {
                known.disconnect();
            }
            return new Peer(name, address);
        });
    }

    private void forgetAllBut(Map<String, PeerAddress> others) {
        peers.values().removeIf(peer -> {
            boolean gone = !others.containsKey(peer.name);
            if (gone) {
                peer.disconnect();
                problems.clear(peer.name);
            }
            return gone;
        });
    }

    private PeerHello hello(String to) {
        return new PeerHello(
                self.node(), self.address().toString(), self.cluster().get(), to);
    }

    /** Answers a peer's request, and reports a problem with the peer. */
    PeerHello answer(PeerHello asked) {
        UUID own = self.cluster().get();
        String from = asked.node() + " at " + asked.address();
        if (!asked.to().equals(self.node())) {
            stranger(
                    from,
                    Reason.WRONG_NAME,
                    from + " expects " + asked.to() + " here, and this member is " + self.node()
                            + ". Check --node and --peers of both");
        } else if (own != null && asked.cluster() != null && !own.equals(asked.cluster())) {
            stranger(from, Reason.OTHER_CLUSTER, otherCluster(from, asked.cluster(), own));
        }
        return hello("");
    }

    private static String otherCluster(String peer, UUID theirs, UUID own) {
        return peer + " belongs to cluster " + theirs + ", and this member to cluster " + own
                + ". Members of different clusters cannot be combined";
    }

    /** Reports a problem with a peer that may be unknown here; it ends when the peer is silent. */
    private void stranger(String from, Reason reason, String text) {
        synchronized (strangers) {
            if (!strangers.containsKey(from) && strangers.size() >= STRANGERS_MAX) {
                return;
            }
            strangers.put(from, clock.monotonicNanos());
        }
        problems.report(from, reason, text);
    }

    private void forgetStrangers() {
        List<String> silent = new ArrayList<>();
        synchronized (strangers) {
            Iterator<Map.Entry<String, Long>> each = strangers.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<String, Long> stranger = each.next();
                if (clock.monotonicNanos() - stranger.getValue() > STRANGER_NANOS) {
                    silent.add(stranger.getKey());
                    each.remove();
                }
            }
        }
        silent.forEach(problems::clear);
    }

    /** Returns the problem with a peer that has answered; null if there is none. */
    static @Nullable PeerFailure judge(
            Self self, String name, PeerAddress address, PeerHello answer) {
        UUID own = self.cluster().get();
        UUID theirs = answer.cluster();
        if (!answer.node().equals(name)) {
            return new PeerFailure(
                    Reason.WRONG_NAME,
                    "the member at " + address + " is called " + answer.node() + ", not " + name
                            + ". Check --node and --peers of both");
        }
        if (own != null && theirs != null && !own.equals(theirs)) {
            return new PeerFailure(Reason.OTHER_CLUSTER, otherCluster(name, theirs, own));
        }
        if (own == null && theirs != null && !self.join()) {
            return new PeerFailure(
                    Reason.EMPTY_DIRECTORY,
                    "this directory is empty, and " + name + " belongs to cluster " + theirs
                            + ". If " + self.node() + " lost its directory, start it with --join"
                            + " and run: holdfast cluster replace " + self.node());
        }
        if (own != null && theirs == null && self.members().get().contains(name)) {
            return new PeerFailure(
                    Reason.EMPTY_DIRECTORY,
                    "the directory of member " + name + " is empty. Start " + name
                            + " with --join and run: holdfast cluster replace " + name);
        }
        return null;
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public void close() {
        closed = true;
        peers.values().forEach(Peer::disconnect);
    }
}
