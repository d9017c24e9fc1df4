package io.holdfast.server.text;

import java.util.Collection;
import java.util.Locale;

/** Finds the name that a misspelt one was meant to be. */
public final class Nearest {

    /** One error is accepted for this many characters, and one in a shorter name. */
    private static final int CHARACTERS_PER_ERROR = 5;

    private Nearest() {}

    /** Returns a question for the end of a message; empty if no known name is near. */
    public static String question(String name, Collection<String> known) {
        String nearest = "";
        int fewest = 1 + Math.max(1, name.length() / CHARACTERS_PER_ERROR);
        for (String candidate : known) {
            int errors = errors(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (errors < fewest) {
                fewest = errors;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? "" : " Did you mean " + nearest + "?";
    }

    /** Counts insertions, deletions, replacements and swaps of neighbours between two names. */
    private static int errors(String a, String b) {
        int[][] counts = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                counts[i][j] = i == 0 || j == 0 ? i + j : errors(a, b, counts, i, j);
            }
        }
        return counts[a.length()][b.length()];
    }

    private static int errors(String a, String b, int[][] counts, int i, int j) {
        int replaced = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(
                counts[i - 1][j - 1] + replaced, 1 + Math.min(counts[i - 1][j], counts[i][j - 1]));
        boolean swapped = i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(fewest, counts[i - 2][j - 2] + 1) : fewest;
    }
}
