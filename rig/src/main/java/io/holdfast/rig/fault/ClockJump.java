package io.holdfast.rig.fault;

import io.holdfast.rig.group.Member;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Wall clocks that are set, forwards or back. Nothing may come of it. */
record ClockJump(List<Member> members, Random random) implements Fault {

    private static final long[] SECONDS = {1, 60, 3600, 86_400};

    @Override
    public Set<String> touched() {
        return Set.of();
    }

    @Override
    public void inject() throws IOException {
        for (Member member : members) {
            long seconds = SECONDS[random.nextInt(SECONDS.length)];
            member.setClock(random.nextBoolean() ? seconds : -seconds);
        }
    }

    @Override
    public void heal() throws IOException {
        for (Member member : members) {
            member.setClock(0);
        }
    }
}
