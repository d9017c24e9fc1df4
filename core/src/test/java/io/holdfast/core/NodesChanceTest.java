package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.scenario.Script;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random commands on nodes: after every command the counts, orders and edges are compared with a
 * recount, and sometimes the machine continues from its own snapshot.
 */
final class NodesChanceTest {

    private static final int STEPS = 3_000;
    private static final String[] IDS = {
        "task-a", "task-b", "issue-c", "question-d", "dec-e", "art-f", "agent-g", "task-h"
    };
    private static final String[] TYPES = {
        "task", "task", "issue", "question", "decision", "artifact", "agent", "task"
    };
    private static final String[] PEOPLE = {"ann", "bob", "carl"};
    private static final String[] EDGES = {
        "blocks", "resolves", "answers", "supersedes", "assigned", "relates-to", "owned-by"
    };
    private static final String[] STATUSES = {
        "open", "active", "done", "abandoned", "resolved", "answered", "rejected", "in-review"
    };

    private final Random chance = new Random(0xC1A13);
    private final Script script = new Script();

    private String one(String[] of) {
        return of[chance.nextInt(of.length)];
    }

    @Test
    void derivedStateMatchesARecount() {
        script.block(List.of("configure claim-ttl 20s claim-ttl-max 60s reserve 40s"));
        int claimed = 0;
        int refused = 0;
        for (int step = 0; step < STEPS; step++) {
            String line = step % 50 == 49 ? "snapshot" : line();
            List<String> said = script.block(List.of(line));
            assertThat(said).as(line).noneMatch(s -> s.contains("BROKEN") || s.contains("ANOTHER"));
            claimed += said.stream().anyMatch(s -> s.contains("claimed")) ? 1 : 0;
            refused += said.stream().anyMatch(s -> s.contains("refused")) ? 1 : 0;
        }
        // A run in which every command is rejected would prove nothing.
        assertThat(claimed).isGreaterThan(STEPS / 50);
        assertThat(refused).isLessThan(STEPS * 9 / 10).isPositive();
        assertThat(script.machine().hash()).isEqualTo(replayed().hash());
    }

    private Machine replayed() {
        Machine machine = new Machine();
        script.log().forEach(machine::apply);
        return machine;
    }

    private String line() {
        String by = " by " + one(PEOPLE);
        String id = one(IDS);
        return switch (chance.nextInt(16)) {
            case 0, 1 -> compose(id) + by;
            case 2 -> "join " + id + " edge " + one(EDGES) + " to " + end() + by;
            case 3 -> "part " + id + " edge " + one(EDGES) + " to " + end() + by;
            case 4, 5 -> "mark " + id + " status " + one(STATUSES) + by;
            case 6 -> "mark " + id + " priority " + (chance.nextBoolean() ? "p1" : "none") + by;
            case 7, 8, 9 ->
                "take " + id + by + (chance.nextInt(4) == 0 ? " nonce n" + chance.nextInt(2) : "");
            case 10 -> "beat " + id + by + " session s" + chance.nextInt(3);
            case 11 -> "stretch " + id + " ttl " + chance.nextInt(1, 90) + "s" + by;
            case 12 -> "park " + id + by;
            case 13 -> "hand-back " + id + by;
            case 14 -> "mint " + id + " ttl 30s digest " + script.log().size() + by;
            default -> "tick " + chance.nextInt(1, 15) + "s";
        };
    }

    private String compose(String id) {
        int index = List.of(IDS).indexOf(id);
        String edges = chance.nextBoolean() ? " edges " + one(EDGES) + ">" + end() : "";
        String version = chance.nextInt(3) == 0 ? "" : " version " + version(id);
        return "compose " + id + " type " + TYPES[index] + edges + version;
    }

    private long version(String id) {
        List<String> said = script.block(List.of("node " + id));
        String text = said.getLast().replaceAll(".*version (\\d+).*", "$1");
        return text.matches("\\d+") ? Long.parseLong(text) : 0;
    }

    /** Returns mostly a node, sometimes a person, and sometimes a node that never exists. */
    private String end() {
        return switch (chance.nextInt(8)) {
            case 0 -> "person-" + one(PEOPLE);
            case 1 -> "task-never";
            default -> one(IDS);
        };
    }
}
