package io.holdfast.log.raft;

import io.holdfast.log.Clock;
import io.holdfast.log.GroupControl;
import io.holdfast.log.GroupControl.Refused.Reason;
import io.holdfast.log.PeerProblems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes the membership of a cluster. A change runs on its own thread and is retried after a
 * leader change or a lost answer until this member sees it applied.
 */
final class ClusterControl implements GroupControl {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_MILLIS = 200;

    private final Supplier<@Nullable Membership> membership;
    private final PeerProblems problems;
    private final Supplier<ClusterOptions> options;
    private final Clock clock;

    /** @param membership null until this member belongs to a group */
    ClusterControl(
            Supplier<@Nullable Membership> membership,
            PeerProblems problems,
            Supplier<ClusterOptions> options,
            Clock clock) {
        this.membership = membership;
        this.problems = problems;
        this.options = options;
        this.clock = clock;
    }

    private Membership membership() throws IOException {
        Membership members = membership.get();
        if (members == null) {
            throw new IOException("this member does not belong to a group yet");
        }
        return members;
    }

    /** Returns the members that the flags name, before there is a group. */
    private Status planned() {
        List<Member> members = new ArrayList<>();
        options.get()
                .peers()
                .forEach((name, address) -> members.add(new Member(
                        name,
                        address.toString(),
                        Member.UNKNOWN,
                        name.equals(options.get().node()) ? 0 : Member.UNKNOWN)));
        return new Status("", options.get().node(), null, 0, 0, 0, members);
    }

    @Override
    public Status status() {
        Membership members = membership.get();
        Status known = members == null ? planned() : status(members.status());
        return known.with(problems.all());
    }

    private static Status status(ClusterStatus seen) {
        List<Member> members = new ArrayList<>();
        for (ClusterStatus.Member member : seen.members()) {
            boolean own = member.name().equals(seen.node());
            members.add(new Member(
                    member.name(),
                    member.address(),
                    own ? seen.committedIndex() : member.committedIndex(),
                    own ? 0 : member.silentMillis()));
        }
        members.sort((one, other) -> one.node().compareTo(other.node()));
        return new Status(
                seen.cluster().toString(),
                seen.node(),
                seen.leader(),
                seen.term(),
                seen.committedIndex(),
                seen.appliedIndex(),
                members);
    }

    private @Nullable Member member(String node) {
        for (Member member : status().members()) {
            if (member.node().equals(node)) {
                return member;
            }
        }
        return null;
    }

    private Member known(String node) throws Refused {
        Member member = member(node);
        if (member == null) {
            throw new Refused(Reason.UNKNOWN_NODE, "unknown member: " + node);
        }
        return member;
    }

    @Override
    public CompletableFuture<Void> add(String node, String address) {
        return change("add", () -> {
            if (member(node) != null) {
                throw new Refused(Reason.CONFLICT, node + " is a member already");
            }
            PeerAddress listens = parsed(address);
            until(() -> member(node) != null, () -> membership().add(node, listens));
        });
    }

    private static PeerAddress parsed(String address) throws Refused {
        try {
            return PeerAddress.parse(address);
        } catch (IllegalArgumentException e) {
            throw new Refused(Reason.CONFLICT, address + " is not an address: " + e.getMessage());
        }
    }

    @Override
    public CompletableFuture<Void> remove(String node) {
        return change("remove", () -> {
            known(node);
            if (status().members().size() == 1) {
                throw new Refused(Reason.CONFLICT, node + " is the only member; stop it instead");
            }
            until(() -> member(node) == null, () -> membership().remove(node));
        });
    }

    @Override
    public CompletableFuture<Void> transfer(String node) {
        return change("transfer", () -> {
            known(node);
            until(() -> node.equals(status().leader()), () -> membership().transfer(node));
        });
    }

    @Override
    public CompletableFuture<Void> replace(String node, @Nullable String address) {
        return change("replace", () -> {
            Member old = member(node);
            if (old == null) {
                throw new Refused(
                        Reason.UNKNOWN_NODE,
                        "unknown member: " + node + ". If a failed replace removed it, add it"
                                + " again: holdfast cluster add " + node + "=HOST:PORT");
            }
            if (node.equals(status().node())) {
                throw new Refused(
                        Reason.CONFLICT, "a member cannot replace itself: ask another member");
            }
            PeerAddress listens = parsed(address == null ? old.address() : address);
            AtomicBoolean replaced = new AtomicBoolean();
            until(() -> replaced.get() || member(node) == null, () -> {
                membership().replace(node, listens);
                replaced.set(true);
            });
            takeIn(node, listens);
        });
    }

    /** The second half of a replacement, after the first has succeeded. */
    private void takeIn(String node, PeerAddress listens) throws Refused {
        try {
            until(() -> member(node) != null, () -> membership().add(node, listens));
        } catch (Refused e) {
            throw new Refused(
                    e.reason(),
                    node + " was removed, and the new one is not added yet. Continue with: holdfast"
                            + " cluster add " + node + "=" + listens + ". " + e.getMessage());
        }
    }

    /** One change, which consists of steps. */
    private interface Change {
        void make() throws Refused;
    }

    /** One step, which may be retried. */
    private interface Step {
        void make() throws IOException;
    }

    private CompletableFuture<Void> change(String name, Change change) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (membership.get() == null) {
            done.completeExceptionally(new Refused(
                    Reason.NO_LEADER,
                    options.get().node() + " does not belong to a group yet; see its /ready"));
            return done;
        }
        Thread.ofPlatform().daemon().name("holdfast-" + name).start(() -> {
            try {
                change.make();
                done.complete(null);
            } catch (Refused | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private void until(BooleanSupplier seen, Step step) throws Refused {
        long beganNanos = clock.monotonicNanos();
        String last = "the change is not visible yet";
        while (clock.monotonicNanos() - beganNanos < PATIENCE_NANOS) {
            try {
                if (!seen.getAsBoolean()) {
                    step.make();
                }
            } catch (Membership.RefusedException e) {
                last = String.valueOf(e.getMessage());
                // Without a cause the request itself is invalid, so a retry cannot help.
                if (e.getCause() == null && status().leader() != null && !seen.getAsBoolean()) {
                    throw new Refused(Reason.CONFLICT, last);
                }
            } catch (IOException | RuntimeException e) {
                last = String.valueOf(e.getMessage());
            }
            if (seen.getAsBoolean()) {
                return;
            }
            pause();
        }
        boolean leaderless = status().leader() == null;
        throw new Refused(
                leaderless ? Reason.NO_LEADER : Reason.UNREACHABLE,
                "the change did not complete in " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
                        + " s, but may still do so. Check the status: " + last);
    }

    private static void pause() throws Refused {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused(Reason.BUSY, "interrupted");
        }
    }
}
