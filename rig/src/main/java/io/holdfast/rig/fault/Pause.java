package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;

import java.io.IOException;
import java.util.Set;

/** A process that stands still, and does not know that it did. */
record Pause(Member member) implements Fault {

    @Override
    public Set<String> touched() {
        return Set.of(member.name());
    }

    @Override
    public void inject() throws IOException {
        member.process().signal("STOP");
    }

    @Override
    public void heal() throws IOException {
        member.process().signal("CONT");
    }
}
