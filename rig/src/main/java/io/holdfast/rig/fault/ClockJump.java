package io.holdfast.rig.fault;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Member;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sets wall clocks forwards or back. This must have no effect on leases. */
final class ClockJump implements Fault {

    private static final long[] SECONDS = {1, 60, 3600, 86_400};

    /**
     * Allowed difference between the reported clock and the time of reading it, for a busy machine.
     */
    private static final long TOLERANCE_SECONDS = 30;

    private static final int LOOKS_MAX = 20;
    private static final long LOOK_MILLIS = 500;

    private final Group group;
    private final List<Member> members;
    private final Random random;
    private final Map<Member, Long> offsets = new HashMap<>();

    ClockJump(Group group, List<Member> members, Random random) {
        this.group = group;
        this.members = members;
        this.random = random;
    }

    @Override
    public Set<String> touched() {
        return Set.of();
    }

    @Override
    public void inject() throws IOException {
        for (Member member : members) {
            long seconds = SECONDS[random.nextInt(SECONDS.length)];
            long offset = random.nextBoolean() ? seconds : -seconds;
            member.setClock(offset);
            offsets.put(member, offset);
        }
    }

    @Override
    public boolean takesProcesses() {
        return false;
    }

    /** Members that cannot answer because of another fault count as confirmed. */
    @Override
    public @Nullable String doubt() throws IOException {
        for (Member member : members) {
            if (!showsItsClock(member)) {
                return member.name() + " does not show the wall clock that was set";
            }
        }
        return null;
    }

    private boolean showsItsClock(Member member) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            Instant shown = group.watch().wallClock(member);
            Instant meant = Instant.now().plusSeconds(offsets.getOrDefault(member, 0L));
            if (shown == null
                    || Duration.between(shown, meant).abs().toSeconds() < TOLERANCE_SECONDS) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
        }
        return false;
    }

    @Override
    public void heal() throws IOException {
        for (Member member : members) {
            member.setClock(0);
        }
    }
}
