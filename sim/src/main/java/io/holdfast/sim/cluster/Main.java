package io.holdfast.sim.cluster;

import io.holdfast.sim.cluster.member.Plants;

import java.util.List;

/**
 * Runs histories of the whole cluster: {@code ./dev sim cluster --seeds 1000 --minutes 10} or, to
 * repeat one, {@code ./dev sim cluster --seed 0x5eed}; {@code --trace true} shows what happens.
 */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        long seed = 1;
        long seeds = Long.MAX_VALUE;
        long minutes = 1;
        boolean one = false;
        boolean trace = false;
        List<String> words = List.of(args);
        for (int i = 0; i + 1 < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "--seed" -> {
                    seed = Long.decode(value);
                    one = true;
                }
                case "--trace" -> trace = value.equals("true");
                case "--first" -> seed = Long.decode(value);
                case "--seeds" -> seeds = Long.parseLong(value);
                case "--minutes" -> minutes = Long.parseLong(value);
                default -> throw new IllegalArgumentException("unknown: " + words.get(i));
            }
        }
        Campaign campaign = new Campaign(Plants.NONE);
        if (one) {
            System.out.print(Options.of(seed).text());
            seeds = 1;
            if (trace) {
                new Simulation(Options.of(seed), Plants.NONE)
                        .tracing(System.out::println)
                        .run();
                return;
            }
        }
        long endNanos = System.nanoTime() + minutes * 60_000_000_000L;
        long last = seed;
        for (long done = 0; done < seeds && System.nanoTime() < endNanos; done++) {
            last = seed + done;
            if (campaign.run(last).failed()) {
                break;
            }
        }
        System.out.println(campaign.summary());
        if (campaign.failure() != null) {
            System.out.println(campaign.report());
            System.exit(1);
        }
    }
}
