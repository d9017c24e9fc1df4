package io.holdfast.rig.cluster;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Verdict;
import io.holdfast.rig.speak.Fleet;
import io.holdfast.rig.speak.Pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients that lock and unlock on all members of a cluster until this is closed. */
final class Load implements AutoCloseable {

    private final Fleet fleet;
    private final AtomicBoolean enough = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Load(Group group, String name, int clients, long seed) {
        this.fleet = Fleet.of(name, group.stations());
        Random random = new Random(seed);
        for (int number = 0; number < clients; number++) {
            Pairs pairs = new Pairs(fleet, number, random.nextLong(), enough::get);
            threads.add(Thread.ofPlatform().name("client-" + number).start(pairs));
        }
    }

    /** Returns when the latest request that led to a grant was sent. */
    long lastGrantInvokedNanos() {
        return fleet.recorder().lastGrantInvokedNanos();
    }

    long operations() {
        return fleet.recorder().count();
    }

    /** Ends the load, and returns the violations in its history. */
    Findings verdict() {
        close();
        Verdict verdict = new Verdict(fleet.recorder().operations(), List.of());
        verdict.findings().addAll(fleet.findings());
        return verdict.findings();
    }

    @Override
    public void close() {
        enough.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
