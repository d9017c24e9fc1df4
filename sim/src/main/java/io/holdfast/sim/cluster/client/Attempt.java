package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Call;
import io.holdfast.log.engine.Engine;
import io.holdfast.sim.cluster.check.Findings.Checker;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.world.SimProcess;

import org.jspecify.annotations.Nullable;

/**
 * One request over one connection to one member, with the edge's part: a client that disconnects
 * has its wait abandoned, and a grant that can no longer be delivered.
 */
final class Attempt<O extends Outcome> implements Call<O> {

    private final Edge edge;
    private final String client;
    private final Actor actor;
    private final Request<O> request;
    private final SimMember member;
    private final Answer<O> answer;
    final long sentNanos;
    private final Command<O> command;
    private @Nullable SimProcess process;
    private @Nullable Engine engine;
    private long sequence;
    private @Nullable O outcome;
    private boolean hungUp;
    private boolean left;
    private boolean parked;
    private boolean replied;
    private boolean revoked;
    private long parkedNanos = Long.MAX_VALUE;

    /** Receives the answer at the client. */
    interface Answer<O extends Outcome> {
        void told(Attempt<O> attempt, O outcome);

        void refusedConnection(Attempt<O> attempt);
    }

    Attempt(
            Edge edge,
            String client,
            Actor actor,
            Request<O> request,
            SimMember member,
            Answer<O> answer) {
        this.edge = edge;
        this.client = client;
        this.actor = actor;
        this.request = request;
        this.member = member;
        this.answer = answer;
        this.sentNanos = edge.events().nowNanos();
        this.command = edge.plants().command(request.command());
    }

    String member() {
        return member.name();
    }

    long parkedNanos() {
        return parkedNanos;
    }

    void send() {
        edge.truth().note(() -> "send " + this + " " + command);
        edge.network().sendOnce(client, member.name(), () -> {
            SimProcess running = member.process();
            Engine current = member.engine();
            if (running == null || current == null) {
                edge.network()
                        .sendOnce(member.name(), client, () -> answer.refusedConnection(this));
                return;
            }
            process = running;
            running.run(() -> submit(current));
        });
    }

    private void submit(Engine current) {
        engine = current;
        if (hungUp) {
            return;
        }
        edge.progress().waiting().add(this);
        sequence = current.submit(this);
        if (request.id() != null) {
            edge.truth().expect(current.origin(sequence), request);
        }
        O known = outcome;
        if (known != null) {
            check(current, known);
        }
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    public @Nullable RequestId request() {
        return edge.plants().request(request.id());
    }

    @Override
    public Command<O> command() {
        return command;
    }

    @Override
    public void parked() {
        parked = true;
        Engine current = engine;
        // A call also waits for an earlier one of its session, before it has a place in a queue.
        if (parkedNanos == Long.MAX_VALUE
                && current != null
                && edge.truth().isCommitted(current.origin(sequence))) {
            parkedNanos = edge.events().nowNanos();
        }
    }

    @Override
    public void reply(O answered) {
        if (replied) {
            edge.findings().add(Checker.TWICE, edge.events().nowNanos(), this + " " + answered);
        }
        replied = true;
        outcome = answered;
        Engine current = engine;
        if (sequence != 0 && current != null) {
            check(current, answered);
        }
    }

    private void check(Engine current, O answered) {
        Origin origin = current.origin(sequence);
        long index = edge.truth().answered(origin, answered, parked, toString());
        if (hungUp) {
            abandon(current, answered);
            return;
        }
        if (revoked && answered.grantedFence() > 0) {
            edge.findings()
                    .add(Checker.REVOKED, edge.events().nowNanos(), this + " got " + answered);
        }
        edge.network().sendOnce(member.name(), client, () -> {
            edge.progress().told(index);
            edge.truth().note(() -> "told " + this + " " + answered);
            answer.told(this, told(answered));
        });
    }

    @SuppressWarnings("unchecked") // A planted bug answers from the same family.
    private O told(O answered) {
        return (O) edge.plants().told(answered);
    }

    /** The client disconnects; the member learns of it, unless the network loses it. */
    void hangUp() {
        left = true;
        edge.network().sendOnce(client, member.name(), () -> {
            SimProcess running = process;
            if (running != null) {
                running.run(this::edgeHangsUp);
            } else {
                hungUp = true;
            }
        });
    }

    private void edgeHangsUp() {
        edge.truth().note(() -> "hang-up " + this);
        Engine current = engine;
        if (!hungUp && edge.plants().hearsHangUps()) {
            hungUp = true;
            if (current != null) {
                abandon(current, outcome);
            }
        }
        if (current != null && !replied && isWait(current)) {
            edge.truth().hungUp(current.origin(sequence), edge.progress().calmNanos());
        }
    }

    /** Returns whether the edge ends this request when its client disconnects. */
    private boolean isWait(Engine current) {
        return request.abandonment().of(current.origin(sequence), null, request.id()) != null;
    }

    private void abandon(Engine current, @Nullable O known) {
        Command<?> undo = request.abandonment().of(current.origin(sequence), known, request.id());
        if (undo != null) {
            edge.marks().hit("call abandoned");
            current.submit(new Undo<>(actor, undo));
        }
    }

    private record Undo<U extends Outcome>(Actor actor, Command<U> command) implements Call<U> {
        @Override
        public @Nullable RequestId request() {
            return null;
        }

        @Override
        public void reply(U outcome) {}
    }

    /** Returns whether the client has disconnected, and hears nothing more. */
    boolean isLeft() {
        return left;
    }

    boolean isOver() {
        return replied || hungUp;
    }

    /** The member's edge finds the credential revoked, and ends the wait. */
    void revoke() {
        SimProcess running = process;
        if (running != null) {
            running.run(() -> {
                if (!replied) {
                    revoked = true;
                    if (edge.plants().endsRevokedWaits()) {
                        edgeHangsUp();
                    }
                }
            });
        }
    }

    @Override
    public String toString() {
        return client + " at " + member.name() + ": " + command.getClass().getSimpleName();
    }
}
