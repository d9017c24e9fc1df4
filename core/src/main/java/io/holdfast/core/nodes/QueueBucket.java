package io.holdfast.core.nodes;

import io.holdfast.core.value.NodeType;

import java.util.List;
import java.util.TreeSet;

/**
 * The queued nodes of one type and readiness: an ordered set of the free ones, and counts of the
 * others.
 */
final class QueueBucket {

    static final String[] READINESS = {"", "agent", "human"};
    private static final List<NodeType> TYPES = List.of(NodeType.values());
    static final int COUNT = TYPES.size() * READINESS.length;

    final TreeSet<Standing> free = new TreeSet<>(Standing.ORDER);
    int leased;
    int reserved;
    int blocked;

    static int of(NodeType type, String readiness) {
        int ready = readiness.equals(READINESS[1]) ? 1 : readiness.equals(READINESS[2]) ? 2 : 0;
        return type.ordinal() * READINESS.length + ready;
    }

    static NodeType type(int bucket) {
        return TYPES.get(bucket / READINESS.length);
    }

    static String readiness(int bucket) {
        return READINESS[bucket % READINESS.length];
    }

    boolean empty() {
        return free.isEmpty() && leased + reserved + blocked == 0;
    }

    void add(Standing standing) {
        if (standing.free()) {
            free.add(standing);
        } else {
            count(standing, 1);
        }
    }

    void remove(Standing standing) {
        if (standing.free()) {
            free.remove(standing);
        } else {
            count(standing, -1);
        }
    }

    private void count(Standing standing, int by) {
        if (standing.holder() == null) {
            blocked += by;
        } else if (standing.reserved()) {
            reserved += by;
        } else {
            leased += by;
        }
    }
}
