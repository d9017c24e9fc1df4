package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.ProcFiles;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stops a member and starts it with the other build, as in a rolling upgrade, then changes back.
 */
record Upgrade(Member member) implements Fault {

    @Override
    public Set<String> touched() {
        return Set.of(member.name());
    }

    @Override
    public boolean needsMajorityToHeal() {
        return true;
    }

    @Override
    public void inject() throws IOException {
        change();
    }

    private void change() throws IOException {
        member.process().terminate();
        member.process().awaitExit();
        member.changeBuild();
        member.launch();
        member.awaitServing();
    }

    @Override
    public @Nullable String doubt() throws IOException {
        String words = ProcFiles.commandLine(member.process().pid());
        return words.contains(member.build().toString())
                ? null
                : member.name() + " does not run " + member.build();
    }

    @Override
    public void heal() throws IOException {
        change();
    }
}
