package io.holdfast.rig.cluster;

import io.holdfast.rig.fault.Fault;
import io.holdfast.rig.fault.FaultKind;
import io.holdfast.rig.group.Group;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Liveness;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Verdict;
import io.holdfast.rig.history.Window;
import io.holdfast.rig.speak.Actor;
import io.holdfast.rig.speak.Fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs clients of all APIs on a cluster for some time, while faults of one kind, or several at
 * once, are injected and healed repeatedly; then checks their history.
 */
final class Stage {

    private static final long HEALTHY_SECONDS_MAX = 180;
    private static final int DRAWS_IN_VAIN_MAX = 100;

    private final Group group;
    private final List<FaultKind> kinds;
    private final int atOnce;
    private final int clients;
    private final ClusterRun.Pace pace;
    private final Random random;
    private final Fleet fleet;
    private final List<Window> windows = new ArrayList<>();
    private int runs;
    private int drawsInVain;
    private boolean broken;

    /** The result of a stage. */
    record Report(
            String faults,
            int runs,
            long operations,
            long grants,
            long unknown,
            int undecided,
            Findings findings,
            List<Operation> history) {}

    Stage(
            Group group,
            List<FaultKind> kinds,
            int atOnce,
            int clients,
            ClusterRun.Pace pace,
            Random random) {
        this.group = group;
        this.kinds = kinds;
        this.atOnce = atOnce;
        this.clients = clients;
        this.pace = pace;
        this.random = random;
        this.fleet = Fleet.of("rig", group.stations());
    }

    /** Runs for at least this time and until each kind was injected once. */
    Report run(String name, long seconds) throws IOException, InterruptedException {
        group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
        long fromNanos = System.nanoTime();
        AtomicBoolean enough = new AtomicBoolean();
        List<Thread> threads = startClients(enough);
        try {
            long endNanos = fromNanos + TimeUnit.SECONDS.toNanos(seconds);
            while (!broken && (System.nanoTime() < endNanos || runs < kinds.size())) {
                Thread.sleep(200 + random.nextInt(pace.quietMillisMax()));
                injectAndHeal();
            }
            Thread.sleep(pace.quietMillisMax());
        } finally {
            enough.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        return report(name, fromNanos, System.nanoTime());
    }

    private List<Thread> startClients(AtomicBoolean enough) {
        List<Thread> threads = new ArrayList<>();
        Actor.Dialect[] dialects = Actor.Dialect.values();
        for (int number = 0; number < clients; number++) {
            Actor.Dialect dialect = dialects[number % dialects.length];
            Actor actor = new Actor(
                    fleet,
                    dialect,
                    number,
                    Actor.Habits.SHORT_LEASES,
                    random.nextLong(),
                    enough::get);
            threads.add(Thread.ofPlatform().name("client-" + number).start(actor));
        }
        return threads;
    }

    private void injectAndHeal() throws IOException, InterruptedException {
        List<Fault> faults = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        int seconds = 0;
        int losses = 0;
        long beganNanos = System.nanoTime();
        for (int i = 0; i < atOnce; i++) {
            FaultKind kind = kinds.get((runs + i * (1 + random.nextInt(2))) % kinds.size());
            boolean tooMuch = kind.losesState() && 2 * (losses + 1) >= group.size();
            Fault fault =
                    tooMuch || names.contains(kind.text()) ? null : kind.draw(group, taken, random);
            if (fault != null) {
                losses += kind.losesState() ? 1 : 0;
                fault.inject();
                if (fault.takesProcesses()) {
                    taken.addAll(fault.touched());
                }
                faults.add(fault);
                names.add(kind.text());
                seconds = Math.max(seconds, kind.seconds(random));
            }
        }
        if (faults.isEmpty()) {
            if (++drawsInVain >= DRAWS_IN_VAIN_MAX) {
                breakOff(Kind.FAULT, kinds + " found no eligible member");
            }
            return;
        }
        drawsInVain = 0;
        long inForceNanos = System.nanoTime();
        Thread.sleep(TimeUnit.SECONDS.toMillis(Math.min(seconds, pace.faultSecondsMax())));
        lookFor(faults, names);
        long healingNanos = System.nanoTime();
        Set<String> touched = new HashSet<>();
        Set<String> minority = new HashSet<>();
        boolean mayEnd = false;
        faults.sort(Comparator.comparing(Fault::needsMajorityToHeal));
        for (Fault fault : faults) {
            heal(fault, names);
            touched.addAll(fault.touched());
            minority.addAll(fault.minority());
            mayEnd |= fault.mayEndNodes();
        }
        recover(names, mayEnd);
        runs++;
        windows.add(new Window(
                names.toString(),
                touched,
                minority,
                beganNanos,
                inForceNanos,
                healingNanos,
                System.nanoTime()));
    }

    /** A single fault must be observed. Among several, one may hide the other. */
    private void lookFor(List<Fault> faults, List<String> names) throws IOException {
        String doubt = faults.size() == 1 ? faults.getFirst().doubt() : null;
        if (doubt != null) {
            fleet.findings().add(Kind.FAULT, names + ": " + doubt);
        }
    }

    /** A failure here means that the documented recovery did not work. */
    private void heal(Fault fault, List<String> names) {
        try {
            fault.heal();
        } catch (IOException e) {
            breakOff(Kind.LIVENESS, names + " cannot be healed: " + e.getMessage());
        }
    }

    private void recover(List<String> names, boolean mayEnd) {
        try {
            Set<String> revived = group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
            if (!revived.isEmpty() && !mayEnd) {
                fleet.findings().add(Kind.LIVENESS, revived + " exited by itself during " + names);
            }
        } catch (IOException e) {
            breakOff(Kind.LIVENESS, "after " + names + ": " + e.getMessage());
        }
    }

    /** Ends the stage early; the recorded history is still checked. */
    private void breakOff(Kind kind, String why) {
        fleet.findings().add(kind, why);
        broken = true;
    }

    private Report report(String name, long fromNanos, long toNanos) {
        List<Operation> history = fleet.recorder().operations();
        long answerNanos = TimeUnit.SECONDS.toNanos(pace.answerSeconds());
        Liveness liveness = new Liveness(group.size(), answerNanos, answerNanos);
        Verdict verdict = new Verdict(
                history, List.copyOf(fleet.beliefs()), windows, liveness, fromNanos, toNanos);
        verdict.findings().addAll(fleet.findings());
        return new Report(
                name,
                runs,
                fleet.recorder().count(),
                fleet.recorder().grants(),
                fleet.recorder().unknown(),
                verdict.undecided(),
                verdict.findings(),
                history);
    }
}
