package io.holdfast.core.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.state.Visits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class IdSetTest {

    @Test
    void setEqualsATreeSet() {
        Random chance = new Random(7);
        IdSet set = new IdSet();
        TreeSet<Long> tree = new TreeSet<>();
        for (int round = 0; round < 20_000; round++) {
            long id = 1 + chance.nextLong(5_000) * (chance.nextBoolean() ? 1 : 1_000_003);
            if (tree.contains(id)) {
                set.remove(id);
                tree.remove(id);
            } else {
                set.add(id);
                tree.add(id);
            }
            assertThat(set.next(id - 1) == id).isEqualTo(tree.contains(id));
        }
        assertThat(set.size()).isEqualTo(tree.size());
        assertThat(ids(set)).containsExactlyElementsOf(tree);
    }

    @Test
    void skipEqualsIteration() {
        Random chance = new Random(8);
        IdSet set = new IdSet();
        for (int i = 0; i < 3_000; i++) {
            set.add(1L + chance.nextInt(9_000));
        }
        List<Long> ids = ids(set);
        for (int from = 0; from < ids.size(); from += 97) {
            long after = from == 0 ? 0 : ids.get(from - 1);
            for (int skip : new int[] {0, 1, 2, 511, 512, 513, 1_500, 5_000}) {
                long next = set.next(set.skip(after, skip, new Visits()).at());
                long expected = from + skip < ids.size() ? ids.get(from + skip) : 0;
                assertThat(next).as("after %s skip %s", after, skip).isEqualTo(expected);
            }
        }
    }

    @Test
    void missingIdCannotBeRemoved() {
        IdSet set = new IdSet();
        set.add(1);
        assertThatThrownBy(() -> set.remove(2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> set.remove(9_999)).isInstanceOf(IllegalStateException.class);
    }

    private static List<Long> ids(IdSet set) {
        List<Long> ids = new ArrayList<>();
        for (long id = set.next(0); id != 0; id = set.next(id)) {
            ids.add(id);
        }
        return ids;
    }
}
