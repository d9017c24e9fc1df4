package io.holdfast.sim.cluster.world;

import io.holdfast.sim.Chance;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Carries messages, each for itself: late, twice, out of order, or not at all. */
public final class Network {

    /**
     * @param delayNanosMin the least delay
     * @param delayNanosMax the greatest ordinary delay
     * @param spikePerMille the share of messages that take up to {@code spikeNanosMax}
     */
    public record Quality(
            long delayNanosMin,
            long delayNanosMax,
            int spikePerMille,
            long spikeNanosMax,
            int dropPerMille,
            int duplicatePerMille) {

        public Quality with(int newDropPerMille, int slower) {
            return new Quality(
                    delayNanosMin,
                    delayNanosMax * slower,
                    spikePerMille,
                    spikeNanosMax,
                    Math.max(dropPerMille, newDropPerMille),
                    duplicatePerMille);
        }
    }

    private final Events events;
    private final Chance chance;
    private final Map<String, Integer> cuts = new HashMap<>();
    private final Set<String> lossy = new HashSet<>();
    private final Quality healthy;
    private Quality quality;
    private long messages;
    private long dropped;

    public Network(Events events, Chance chance, Quality quality) {
        this.events = events;
        this.chance = chance;
        this.healthy = quality;
        this.quality = quality;
    }

    public long messages() {
        return messages;
    }

    public long dropped() {
        return dropped;
    }

    /** Sends a message, which is delivered zero times, once or twice. */
    public void send(String from, String to, Runnable delivery) {
        messages++;
        if (isLost(from, to)) {
            dropped++;
            return;
        }
        deliver(from, to, delivery);
        if (chance.perMille(quality.duplicatePerMille())) {
            deliver(from, to, delivery);
        }
    }

    /** Sends a message over a connection, which delivers it at most once. */
    public void sendOnce(String from, String to, Runnable delivery) {
        messages++;
        if (isLost(from, to)) {
            dropped++;
            return;
        }
        deliver(from, to, delivery);
    }

    private boolean isLost(String from, String to) {
        boolean isCut = isCut(from, to);
        return isCut || chance.perMille(quality.dropPerMille());
    }

    private void deliver(String from, String to, Runnable delivery) {
        events.after(delayNanos(), () -> {
            if (isCut(from, to)) {
                dropped++;
            } else {
                delivery.run();
            }
        });
    }

    private long delayNanos() {
        boolean spike = chance.perMille(quality.spikePerMille());
        long max = spike ? quality.spikeNanosMax() : quality.delayNanosMax();
        long span = Math.max(1, max - quality.delayNanosMin());
        return quality.delayNanosMin() + Math.floorMod(chance.next(), span);
    }

    public boolean isCut(String from, String to) {
        return cuts.containsKey(from + ">" + to);
    }

    /** Loses everything in this direction; cuts add up. */
    public void cut(String from, String to) {
        cuts.merge(from + ">" + to, 1, Integer::sum);
    }

    public void heal(String from, String to) {
        cuts.computeIfPresent(from + ">" + to, (link, count) -> count == 1 ? null : count - 1);
    }

    /** Loses a share of all messages and delays the others, for as long as the fault lasts. */
    public void worsen(String fault, int dropPerMille, int slower) {
        lossy.add(fault);
        quality = healthy.with(dropPerMille, slower);
    }

    public void improve(String fault) {
        lossy.remove(fault);
        if (lossy.isEmpty()) {
            quality = healthy;
        }
    }
}
