package io.holdfast.log.engine;

import io.holdfast.core.value.Origin;

/** This process: the name of its member, and its current incarnation, which numbers its lives. */
final class OwnProcess {

    private final String name;
    private volatile long incarnation;

    OwnProcess(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Returns the current incarnation; zero before the first. */
    long incarnation() {
        return incarnation;
    }

    /** Begins an incarnation, greater than every earlier one. */
    void begin(long greater) {
        incarnation = greater;
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
