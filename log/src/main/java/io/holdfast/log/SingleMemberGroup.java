package io.holdfast.log;

import io.holdfast.log.GroupControl.Refused.Reason;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The group of a single member, which leads. To get peers, the server must be restarted. */
public final class SingleMemberGroup implements GroupControl {

    /** The group of a log in memory, whose entries are not visible from outside. */
    public static final GroupControl IN_MEMORY = new SingleMemberGroup("", "memory", () -> 0);

    private final String cluster;
    private final String node;
    private final LongSupplier applied;

    /**
     * @param cluster the cluster id; empty if the state is in memory
     * @param applied supplies the last applied entry
     */
    public SingleMemberGroup(String cluster, String node, LongSupplier applied) {
        this.cluster = cluster;
        this.node = node;
        this.applied = applied;
    }

    @Override
    public Status status() {
        long index = applied.getAsLong();
        return new Status(
                cluster, node, node, 0, index, index, List.of(new Member(node, "", index, 0)));
    }

    @Override
    public CompletableFuture<Void> add(String other, String address) {
        return refused();
    }

    @Override
    public CompletableFuture<Void> remove(String other) {
        return refused();
    }

    @Override
    public CompletableFuture<Void> transfer(String other) {
        return refused();
    }

    @Override
    public CompletableFuture<Void> replace(String other, @Nullable String address) {
        return refused();
    }

    private CompletableFuture<Void> refused() {
        return CompletableFuture.failedFuture(new Refused(
                Reason.ALONE,
                cluster.isEmpty()
                        ? "this server keeps its state in memory and has no peers"
                        : "this server is a single member without a peer address. Start it with"
                                + " --node " + node + " --peers " + node + "=HOST:PORT, then add"
                                + " the other members"));
    }
}
