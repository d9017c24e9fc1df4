package io.holdfast.sim;

import java.util.List;

/**
 * Runs seeds from the command line: {@code ./dev sim --seed 0x5eed --commands 1000000}.
 * {@code ./dev sim scale} and {@code claims-scale} measure the cost of a million held keys or
 * finished claims, and {@code lists-scale} measures how long one page of each long list occupies
 * the lane. {@code memory --seed 1} runs seeds with a small memory budget. {@code estimate}
 * measures the error of estimated waits.
 */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("scale")) {
            new Scale().run();
            return;
        }
        if (args.length > 0 && args[0].equals("claims-scale")) {
            new ClaimsScale().run();
            return;
        }
        if (args.length > 0 && args[0].equals("lists-scale")) {
            new ListsScale().run();
            return;
        }
        if (args.length > 0 && args[0].equals("estimate")) {
            EstimateErrors.rows().forEach(System.out::println);
            return;
        }
        long seed = 0x5EEDL;
        long commands = 1_000_000;
        int steps = Campaign.STEPS;
        boolean budget = args.length > 0 && args[0].equals("memory");
        List<String> words = List.of(args).subList(budget ? 1 : 0, args.length);
        for (int i = 0; i + 1 < words.size(); i += 2) {
            switch (words.get(i)) {
                case "--seed" -> seed = Long.decode(words.get(i + 1));
                case "--commands" -> commands = Long.parseLong(words.get(i + 1));
                default -> throw new IllegalArgumentException("unknown: " + words.get(i));
            }
        }
        System.out.println("seed 0x" + Long.toHexString(seed) + ", " + commands + " commands");
        String failure = new Campaign(budget ? Episode.withBudget() : new Episode(), steps)
                .run(seed, commands);
        System.out.println(failure.isEmpty() ? "nothing found" : failure);
        if (!failure.isEmpty()) {
            System.exit(1);
        }
    }
}
