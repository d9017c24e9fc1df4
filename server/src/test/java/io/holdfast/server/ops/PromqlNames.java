package io.holdfast.server.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics and labels that a PromQL expression names.
 *
 * @param matchers by metric: the label names and values of its matchers
 * @param grouped the labels of {@code by}, {@code on} and similar lists
 */
record PromqlNames(Map<String, Map<String, String>> matchers, Set<String> grouped) {

    private static final Pattern TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\""
            + "|\\[[^]]*]|[A-Za-z_:][A-Za-z0-9_:]*|[0-9.]+[A-Za-z0-9]*|=~|!~|!=|==|\\S");
    private static final Set<String> GROUPING =
            Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    static PromqlNames of(String expression) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(expression);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        PromqlNames names = new PromqlNames(new TreeMap<>(), new TreeSet<>());
        int i = 0;
        while (i < tokens.size()) {
            i = names.read(tokens, i);
        }
        return names;
    }

    /** Reads what begins at a token, and returns the position behind it. */
    private int read(List<String> tokens, int at) {
        String token = tokens.get(at);
        String next = at + 1 < tokens.size() ? tokens.get(at + 1) : "";
        if (GROUPING.contains(token) && next.equals("(")) {
            int i = at + 2;
            while (!tokens.get(i).equals(")")) {
                if (!tokens.get(i).equals(",")) {
                    grouped.add(tokens.get(i));
                }
                i++;
            }
            return i + 1;
        }
        boolean name = Character.isLetter(token.charAt(0)) && !WORDS.contains(token);
        if (!name || next.equals("(") || GROUPING.contains(next) && !next.equals("on")) {
            return at + 1;
        }
        Map<String, String> labels = matchers.computeIfAbsent(token, any -> new TreeMap<>());
        return next.equals("{") ? labels(tokens, at + 2, labels) : at + 1;
    }

    private static int labels(List<String> tokens, int from, Map<String, String> labels) {
        int i = from;
        while (!tokens.get(i).equals("}")) {
            if (tokens.get(i).equals(",")) {
                i++;
            } else {
                String value = tokens.get(i + 2);
                boolean exact = tokens.get(i + 1).equals("=");
                labels.put(tokens.get(i), exact ? value.substring(1, value.length() - 1) : "");
                i += 3;
            }
        }
        return i + 1;
    }
}
