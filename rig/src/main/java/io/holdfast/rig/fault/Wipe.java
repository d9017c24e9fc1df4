package io.holdfast.rig.fault;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.CommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * kill -9 and the loss of the data directory, after which the member is started with unchanged
 * flags. It must not take part in the group until it is replaced as the operating manual describes.
 */
record Wipe(Group group, Member member) implements Fault {

    private static final long REPLACE_SECONDS_MAX = 120;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The file in the group's directory to which Ratis writes a member's vote. */
    private static final String VOTES = "raft-meta";

    @Override
    public Set<String> touched() {
        return Set.of(member.name());
    }

    /** A member without its directory decides nothing. */
    @Override
    public Set<String> minority() {
        return touched();
    }

    @Override
    public boolean needsMajorityToHeal() {
        return true;
    }

    @Override
    public void inject() throws IOException {
        member.kill();
        member.wipe();
        member.launch();
    }

    @Override
    public @Nullable String doubt() throws IOException {
        if (!Files.exists(member.dataDirectory())) {
            return null;
        }
        try (Stream<Path> files = Files.walk(member.dataDirectory())) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(VOTES))
                    ? member.name() + " took part in the group with an empty directory"
                    : null;
        }
    }

    @Override
    public void heal() throws IOException {
        member.kill();
        member.wipe();
        member.launch("--join");
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPLACE_SECONDS_MAX);
        while (true) {
            try {
                replace();
                return;
            } catch (IOException e) {
                // The member may not listen yet, and a new leader rejects membership changes at
                // first.
                if (System.nanoTime() > endNanos) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void replace() throws IOException {
        Member other = group.members().stream()
                .filter(each -> each != member && each.alive())
                .findFirst()
                .orElseThrow(() -> new IOException("no other member is running"));
        String server =
                "http://" + other.http().getHostString() + ":" + other.http().getPort();
        CommandLine.run("cluster", "replace", member.name(), "--server", server);
    }
}
