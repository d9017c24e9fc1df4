package io.holdfast.rig.cluster;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.group.Namespaces;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A waiting client's member fails and then the lock is released: the next waiter must get it soon,
 * unless the failed member's client was told that it has the lock.
 */
public record WaiterRun(List<Fault> faults) {

    /** The fault of the first waiter's member. */
    public enum Fault {
        KILL_LEADER,
        KILL_FOLLOWER,
        PAUSE,
        /** The member's packets to the others are dropped. */
        MUTE,
        /** The others' packets to the member are dropped. */
        DEAF,
        /** The client has its answer, and the member is killed right after that. */
        KILL_AFTER_REPLY;

        boolean cuts() {
            return this == MUTE || this == DEAF;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int LOST_SECONDS = 8;
    private static final int ANSWER_SECONDS_MAX = 120;
    private static final int HEALTHY_SECONDS_MAX = 90;

    /** The time until the others notice that a leader is gone. */
    private static final int ELECTION_SECONDS_MAX = 10;

    /** By then the contact is stale, but the member has not been declared lost. */
    private static final int RELEASE_AFTER_SECONDS = 3;

    /** Packets that a deaf member sent may still reach the leader, which counts them as contact. */
    private static final int DEAF_RELEASE_AFTER_SECONDS = 6;

    private static final int LEASE_SECONDS = 60;
    private static final int SHORT_LEASE_SECONDS = 20;

    /** The result for one fault: how long after the release the next waiter had the lock. */
    public record Seen(Fault fault, long millis) {}

    /** The result. */
    public record Report(List<Seen> seen, Findings findings) {

        @Override
        public String toString() {
            String text = seen.stream()
                    .map(each -> each.fault + " " + each.millis + " ms")
                    .collect(Collectors.joining(", "));
            return "next waiter granted after the release: " + text + "; " + findings.total()
                    + " violations";
        }
    }

    /** Returns every fault that can be injected here. */
    public static List<Fault> possible(boolean namespaces) {
        return List.of(Fault.values()).stream()
                .filter(fault -> namespaces || !fault.cuts())
                .toList();
    }

    public Report run(boolean namespaces, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        Findings findings = new Findings();
        List<Seen> seen = new ArrayList<>();
        List<String> flags = new ArrayList<>(Layout.of(3).flags());
        flags.addAll(List.of("--node-lost", Integer.toString(LOST_SECONDS)));
        Layout layout = new Layout(3, flags, Layout.Clocks.TRUE, false, null);
        try (Group group =
                new Group(layout, namespaces ? Namespaces.create(3) : new Loopback(), directory)) {
            group.start();
            for (Fault fault : faults) {
                group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
                group.watch().awaitFormat(HEALTHY_SECONDS_MAX);
                seen.add(new Seen(fault, millis(fault, group, findings)));
                say.accept(seen.getLast().toString());
            }
        }
        return new Report(seen, findings);
    }

    private static long millis(Fault fault, Group group, Findings findings)
            throws IOException, InterruptedException {
        Member leader = group.watch().awaitLeader(HEALTHY_SECONDS_MAX);
        List<Member> followers =
                group.members().stream().filter(member -> member != leader).toList();
        Member failing = fault == Fault.KILL_LEADER ? leader : followers.get(0);
        Member other = fault == Fault.KILL_LEADER ? followers.get(0) : leader;
        String key = "waiter-" + fault;
        boolean replied = fault == Fault.KILL_AFTER_REPLY;
        int lease = replied ? SHORT_LEASE_SECONDS : LEASE_SECONDS;
        try (Caller holder = open(other);
                Caller first = open(failing);
                Caller second = open(followers.get(1))) {
            String held = holder.acquire(key, 0, LEASE_SECONDS).text("token");
            CompletableFuture<Answer> dead = waiting(first, key, lease);
            group.watch().awaitWaiters(other, key, 1);
            CompletableFuture<Answer> living = waiting(second, key, lease);
            group.watch().awaitWaiters(other, key, 2);
            if (replied) {
                holder.release(key, held);
                expectGranted(fault, dead, LEASE_SECONDS, findings);
            } else {
                inject(fault, group, failing);
                TimeUnit.SECONDS.sleep(
                        fault == Fault.DEAF ? DEAF_RELEASE_AFTER_SECONDS : RELEASE_AFTER_SECONDS);
                expectReleased(fault, holder.release(key, held), findings);
            }
            long fromNanos = System.nanoTime();
            if (replied) {
                failing.kill();
            }
            int seconds = LOST_SECONDS + ELECTION_SECONDS_MAX + (replied ? lease : 0);
            expectGranted(fault, living, seconds, findings);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - fromNanos);
            if (replied && millis < TimeUnit.SECONDS.toMillis(lease - 1)) {
                findings.add(Kind.EARLY, fault + ": a delivered grant was passed on");
            }
            heal(fault, group, failing);
            if (!replied && isGranted(dead)) {
                findings.add(Kind.TWO_HOLDERS, fault + ": a grant was passed on and delivered");
            }
            return millis;
        }
    }

    private static Caller open(Member member) throws IOException {
        return Caller.open(new Wire(member.http(), null));
    }

    private static CompletableFuture<Answer> waiting(Caller caller, String key, int lease) {
        return caller.wire()
                .start(
                        Caller.acquiring(caller.session(), key, LEASE_SECONDS, lease),
                        ANSWER_SECONDS_MAX);
    }

    private static void inject(Fault fault, Group group, Member member) throws IOException {
        switch (fault) {
            case KILL_LEADER, KILL_FOLLOWER -> member.kill();
            case PAUSE -> member.process().signal("STOP");
            case MUTE, DEAF -> {
                int node = group.indexOf(member);
                for (int other = 0; other < group.size(); other++) {
                    if (other != node && fault == Fault.MUTE) {
                        group.network().cut(node, other);
                    } else if (other != node) {
                        group.network().cut(other, node);
                    }
                }
            }
            case KILL_AFTER_REPLY -> throw new IllegalArgumentException("not before the reply");
        }
    }

    private static void heal(Fault fault, Group group, Member member) throws IOException {
        switch (fault) {
            case KILL_LEADER, KILL_FOLLOWER, KILL_AFTER_REPLY -> member.launch();
            case PAUSE -> member.process().signal("CONT");
            case MUTE, DEAF -> group.network().heal();
        }
    }

    private static void expectReleased(Fault fault, Reply reply, Findings findings) {
        if (reply.status() != 204) {
            findings.add(Kind.ANSWER, fault + ": the release was answered " + reply.line());
        }
    }

    private static void expectGranted(
            Fault fault, CompletableFuture<Answer> answer, int seconds, Findings findings)
            throws InterruptedException {
        try {
            Answer got = answer.get(seconds, TimeUnit.SECONDS);
            if (!(got instanceof Reply reply) || reply.status() != 200) {
                findings.add(Kind.ANSWER, fault + ": a waiter was answered " + got);
            }
        } catch (TimeoutException | ExecutionException e) {
            findings.add(Kind.LIVENESS, fault + ": no grant within " + seconds + " s");
        }
    }

    /** Returns whether the failed member's client was told, now or later, that it has the lock. */
    private static boolean isGranted(CompletableFuture<Answer> answer) throws InterruptedException {
        try {
            return answer.get(HEALTHY_SECONDS_MAX, TimeUnit.SECONDS) instanceof Reply reply
                    && reply.status() == 200;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    }
}
