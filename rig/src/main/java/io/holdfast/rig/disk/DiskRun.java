package io.holdfast.rig.disk;

import io.holdfast.rig.fault.FullDisk;
import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.process.Shell;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Fills the leader's disk repeatedly, and then one disk that all members share. A member that exits
 * because of it must exit with 74, and must start again once there is space.
 */
public final class DiskRun {

    private static final int STORAGE_FAILED = 74;
    private static final int MEMBERS = 3;
    private static final int CLAIM_BYTES = 20_000;
    private static final int WRITES_MAX = 2_000;
    private static final int ANSWER_MILLIS_MAX = 15_000;
    private static final long WELL_SECONDS_MAX = 120;
    private static final String SHARED_SIZE = "256m";

    private final Path directory;
    private final int times;
    private final Consumer<String> progress;
    private final List<String> findings = new ArrayList<>();
    private int claims;

    public DiskRun(Path directory, int times, Consumer<String> progress) {
        this.directory = directory;
        this.times = times;
        this.progress = progress;
    }

    /** Returns the findings; empty if every member recovered. */
    public List<String> run() throws IOException, InterruptedException {
        Layout layout = Layout.of(MEMBERS);
        Path own = Files.createDirectories(directory.resolve("own"));
        try (Group group = new Group(layout.withSmallDisks(), new Loopback(), own)) {
            group.start();
            for (int time = 1; time <= times; time++) {
                Member first = group.members().getFirst();
                lead(group, first);
                fill(group, new FullDisk(first), List.of(first), time + " of " + times);
            }
        }
        shared(layout);
        return List.copyOf(findings);
    }

    private void shared(Layout layout) throws IOException, InterruptedException {
        Path disk = Files.createDirectories(directory.resolve("shared"));
        Shell.run("mount", "-t", "tmpfs", "-o", "size=" + SHARED_SIZE, "tmpfs", disk.toString());
        try (Group group = new Group(layout, new Loopback(), disk)) {
            group.start();
            fill(group, new FullDisk(disk, Set.of()), group.members(), "one disk for all");
        } finally {
            Shell.tryRun("umount", "-l", disk.toString());
        }
    }

    private static void lead(Group group, Member member) throws IOException, InterruptedException {
        await(member.name() + " leads", () -> {
            Member leader = group.watch().leader();
            if (leader != null && !leader.equals(member)) {
                String path = "/v1/cluster/members/" + member.name() + "/lead";
                ask(leader, Request.post(path, null, null));
            }
            return member.equals(leader);
        });
    }

    private void fill(Group group, FullDisk disk, List<Member> filled, String what)
            throws IOException, InterruptedException {
        disk.inject();
        Member through = group.members().get(1);
        int writes = 0;
        while (writes++ < WRITES_MAX
                && through.alive()
                && filled.stream().anyMatch(Member::alive)) {
            ask(through, claim());
        }
        // Members on a shared disk may notice the full disk only after others have exited.
        for (Member member : filled) {
            if (member.alive() && filled.size() == 1) {
                findings.add(what + ": " + member.name() + " keeps running with a full disk");
            }
        }
        disk.heal();
        // On a shared disk, one member may exit while another waits for it to lead or follow.
        await("every member is up: " + what, () -> {
            filled.stream().filter(member -> !member.alive()).forEach(this::revive);
            return filled.stream().allMatch(DiskRun::isUp);
        });
        group.watch().awaitHealthy(WELL_SECONDS_MAX);
        long applied = group.watch().applied(through);
        for (Member member : filled) {
            await(member.name() + " has caught up", () -> group.watch().applied(member) >= applied);
        }
        progress.accept(what + ": every member is back");
    }

    /** Restarts an exited member, whose exit code must report the storage failure. */
    private void revive(Member member) {
        int code = member.process().awaitExit();
        if (code != STORAGE_FAILED || member.process().printed().contains("is damaged")) {
            findings.add(member.name() + " ended with " + code + ": "
                    + member.process().excerpt());
        }
        try {
            member.launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isUp(Member member) {
        return member.alive()
                && ask(member, Request.get("/ready")) instanceof Answer.Reply reply
                && reply.status() == 200;
    }

    private Request claim() {
        String body = "{\"resource\":\"disk-" + claims++
                + "\",\"ttl\":600,\"user_data\":{\"note\":\"" + "x".repeat(CLAIM_BYTES) + "\"}}";
        return Request.post("/v1/claims/", null, body);
    }

    private static Answer ask(Member member, Request request) {
        try (Wire wire = new Wire(member.http(), null)) {
            wire.patience(ANSWER_MILLIS_MAX);
            return wire.send(request);
        }
    }

    private static void await(String what, BooleanSupplier done)
            throws IOException, InterruptedException {
        long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(WELL_SECONDS_MAX);
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > untilNanos) {
                throw new IOException("waited too long until " + what);
            }
            Thread.sleep(100);
        }
    }
}
