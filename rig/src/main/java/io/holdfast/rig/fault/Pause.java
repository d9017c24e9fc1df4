package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.ProcFiles;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** SIGSTOP and SIGCONT: the process does not notice the pause. */
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
    public @Nullable String doubt() throws IOException {
        String state = ProcFiles.state(member.process().pid());
        return state.startsWith("T") ? null : member.name() + " is in state " + state;
    }

    @Override
    public void heal() throws IOException {
        member.process().signal("CONT");
    }
}
