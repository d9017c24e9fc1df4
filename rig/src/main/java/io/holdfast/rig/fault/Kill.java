package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** kill -9, followed by a restart. */
record Kill(Member member) implements Fault {

    @Override
    public Set<String> touched() {
        return Set.of(member.name());
    }

    @Override
    public void inject() {
        member.kill();
    }

    @Override
    public @Nullable String doubt() {
        return member.alive() ? member.name() + " is still running" : null;
    }

    @Override
    public void heal() throws IOException {
        member.launch();
    }
}
