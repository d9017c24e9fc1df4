package io.holdfast.cli.common;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that is nearest to a mistyped one. */
public final class Nearest {

    private Nearest() {}

    /** Returns {@code ". Did you mean ...?"}, or nothing if no name is near. */
    public static String hint(String typed, Collection<String> names) {
        return nearest(typed, names)
                .map(name -> ". Did you mean \"" + name + "\"?")
                .orElse("");
    }

    private static Optional<String> nearest(String typed, Collection<String> names) {
        int allowed = Math.max(1, typed.replace("-", "").length() / 3);
        return names.stream()
                .filter(name -> distance(typed, name) <= allowed)
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** Returns how many letters are changed, added, removed or swapped with their neighbour. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int best = Math.min(
                        cost[i - 1][j - 1] + (same ? 0 : 1),
                        1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped = i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
                cost[i][j] = swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
            }
        }
        return cost[a.length()][b.length()];
    }
}
