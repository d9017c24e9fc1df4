package io.holdfast.server;

import io.holdfast.log.CommitLog;
import io.holdfast.log.Group;
import io.holdfast.log.PeerProblems;
import io.holdfast.log.PeerProblems.Reason;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.ops.Readiness;

import java.util.StringJoiner;
import java.util.function.Predicate;

/** Whether this process accepts clients' requests, and if not, what it waits for. */
final class MemberReadiness {

    private final Engine engine;
    private final CommitLog log;

    MemberReadiness(Engine engine, CommitLog log) {
        this.engine = engine;
        this.log = log;
    }

    /**
     * Returns why peers are not connected while this member is not ready. A peer of another cluster
     * is reported by a serving member too, because an operator must separate the two.
     */
    String detail() {
        return switch (engine.state()) {
            case STARTING, REJOINING -> problems(any -> true);
            case RUNNING -> problems(Reason.OTHER_CLUSTER::equals);
            case DRAINING, CLOSED, STORAGE_FAILED, REMOVED -> "";
        };
    }

    private String problems(Predicate<Reason> which) {
        StringJoiner all = new StringJoiner("; ");
        for (PeerProblems.Problem problem : log.peerProblems()) {
            if (!which.test(problem.reason())) {
                continue;
            }
            all.add(problem.peer() + " is not connected (" + problem.reason().code() + "): "
                    + problem.text());
        }
        return all.toString();
    }

    Readiness now() {
        return switch (engine.state()) {
            case STARTING -> starting();
            case REJOINING -> Readiness.NO_LEADER;
            case RUNNING -> Readiness.READY;
            case DRAINING, CLOSED -> Readiness.DRAINING;
            case STORAGE_FAILED -> Readiness.STORAGE_FAILED;
            case REMOVED -> Readiness.REMOVED;
        };
    }

    private Readiness starting() {
        Group joined = log.group();
        if (joined == null) {
            return Readiness.NOT_READY;
        }
        return switch (joined.phase()) {
            case FOUNDING -> Readiness.FOUNDING;
            case JOINING -> Readiness.JOINING;
            case NO_LEADER -> Readiness.NO_LEADER;
        };
    }
}
