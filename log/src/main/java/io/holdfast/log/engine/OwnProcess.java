package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.value.Origin;
import io.holdfast.log.CommitLog;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** This process: the name of its member, and its current incarnation, which numbers its lives. */
final class OwnProcess {

    private final String name;
    private final CommitLog log;
    private volatile long incarnation;

    OwnProcess(String name, CommitLog log) {
        this.name = name;
        this.log = log;
    }

    String name() {
        return name;
    }

    /** Returns the current incarnation; zero before the first. */
    long incarnation() {
        return incarnation;
    }

    /**
     * Begins an incarnation, greater than every earlier one of this member.
     *
     * @throws IOException if its number cannot be stored; the incarnation has not begun then
     */
    void begin(Machine machine, long wallMillis) throws IOException {
        long logged = machine.nextIncarnation(name, wallMillis);
        incarnation = log.nextIncarnation(Math.max(incarnation + 1, logged));
    }

    /** Returns the first command of the incarnation. */
    MemberCommand.Started started(long wallMillis, long downMillis) {
        return new MemberCommand.Started(
                name,
                incarnation,
                TimeUnit.MILLISECONDS.toNanos(downMillis),
                Fences.of(wallMillis / 1000));
    }

    /** Returns the origin of a call of the current incarnation. */
    Origin origin(long sequence) {
        return new Origin(name, incarnation, sequence);
    }

    /** Returns whether the origin is the current incarnation. */
    boolean is(Origin origin) {
        return origin.incarnation() == incarnation && origin.member().equals(name);
    }
}
