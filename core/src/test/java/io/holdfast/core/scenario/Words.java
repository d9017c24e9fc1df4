package io.holdfast.core.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line of a scenario: a verb, its subject, and named parts such as {@code ttl 10s}. */
final class Words {

    private static final Set<String> NAMED = Set.of(
            "by",
            "ttl",
            "wait",
            "wake",
            "limit",
            "as",
            "id",
            "body",
            "owner",
            "via",
            "token",
            "address",
            "down",
            "floor",
            "fence",
            "reason",
            "idle",
            "key-idle",
            "release-on-close",
            "keys",
            "waiters",
            "sessions",
            "per-address",
            "ledger",
            "ledger-max",
            "history",
            "locks-per-session",
            "waiter",
            "incarnation",
            "since",
            "count",
            "lease",
            "pools",
            "leases",
            "to",
            "data",
            "of",
            "only-of",
            "tenant",
            "status",
            "grace",
            "keep",
            "kept",
            "live",
            "data-max",
            "data-total",
            "in",
            "requires",
            "breakable",
            "max",
            "for",
            "scopes",
            "nr",
            "key",
            "value",
            "code",
            "prefix",
            "edition",
            "locking",
            "max-seconds",
            "component-scopes",
            "app-scopes",
            "app-breakable",
            "entities-max",
            "items-max",
            "items-per-entity",
            "value-max",
            "value-total",
            "session",
            "nonce",
            "type",
            "project",
            "priority",
            "readiness",
            "edges",
            "edge",
            "version",
            "agent",
            "assignee",
            "offset",
            "digest",
            "claim-ttl",
            "claim-ttl-max",
            "reserve",
            "nodes",
            "texts",
            "quota-of",
            "tenant-keys",
            "tenant-leases",
            "tenant-waiters",
            "tenant-sessions",
            "tenant-bytes");
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final String line;
    private final List<String> plain = new ArrayList<>();
    private final Map<String, String> named = new LinkedHashMap<>();

    Words(String line) {
        this.line = line;
        List<String> words = List.of(line.strip().split("\\s+"));
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (i > 0 && NAMED.contains(word) && i + 1 < words.size()) {
                named.put(word, words.get(++i));
            } else {
                plain.add(word);
            }
        }
    }

    /** Returns the same line, with this part added if it is missing. */
    Words with(String name, String value) {
        return named.containsKey(name) ? this : new Words(line + " " + name + " " + value);
    }

    String verb() {
        return plain.getFirst();
    }

    String subject() {
        if (plain.size() < 2) {
            throw new IllegalArgumentException("missing subject: " + line);
        }
        return plain.get(1);
    }

    /** Returns the unnamed parts after the subject. */
    List<String> others() {
        return plain.subList(2, plain.size());
    }

    boolean has(String word) {
        return plain.contains(word) || named.containsKey(word);
    }

    String need(String name) {
        String value = named.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name + " in: " + line);
        }
        return value;
    }

    @Nullable
    String text(String name) {
        return named.get(name);
    }

    String text(String name, String otherwise) {
        return named.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        String value = named.get(name);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    long longNumber(String name, long otherwise) {
        String value = named.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    long nanos(String name, long otherwise) {
        String value = named.get(name);
        return value == null ? otherwise : nanos(value);
    }

    static long nanos(String text) {
        if (text.endsWith("ns")) {
            return Long.parseLong(text.substring(0, text.length() - 2));
        }
        if (text.endsWith("ms")) {
            return Math.multiplyExact(
                    Long.parseLong(text.substring(0, text.length() - 2)), 1_000_000L);
        }
        if (text.endsWith("s")) {
            return Math.multiplyExact(
                    Long.parseLong(text.substring(0, text.length() - 1)), SECOND_NANOS);
        }
        throw new IllegalArgumentException("a time needs its unit: " + text);
    }

    static String duration(long nanos) {
        if (nanos % SECOND_NANOS == 0) {
            return nanos / SECOND_NANOS + "s";
        }
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
    }
}
