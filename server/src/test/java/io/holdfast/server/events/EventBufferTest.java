package io.holdfast.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The buffer keeps the last events, and says which ones it no longer has. */
final class EventBufferTest {

    private static final Event EVENT = new Event.SettingsChanged();

    private final EventBuffer buffer = new EventBuffer(4, true);

    private EventBuffer.Entry entry(long sequence) {
        return Objects.requireNonNull(buffer.get(sequence));
    }

    @Test
    void oldestEventsAreOverwritten() {
        for (int i = 1; i <= 6; i++) {
            buffer.happened(i, 0, List.of(EVENT));
        }

        assertThat(buffer.begin()).isEqualTo(2);
        assertThat(buffer.get(1)).isNull();
        assertThat(entry(2).index()).isEqualTo(3);
        assertThat(buffer.get(6)).isNull();
    }

    @Test
    void eventsOfSeveralBatchesOfOneEntryAreNumberedThrough() {
        buffer.happened(7, 0, List.of(EVENT, EVENT));
        buffer.happened(7, 0, List.of(EVENT));
        buffer.happened(8, 0, List.of(EVENT));

        assertThat(List.of(entry(0).offset(), entry(1).offset(), entry(2).offset()))
                .containsExactly(1, 2, 3);
        assertThat(entry(3).offset()).isEqualTo(1);
        assertThat(entry(2).isAfter(new EventId(7, 2))).isTrue();
        assertThat(entry(2).isAfter(new EventId(7, 3))).isFalse();
        assertThat(entry(3).isAfter(new EventId(7, 3))).isTrue();
    }

    @Test
    void placeAfterTheNewestEventIsOfAnotherLogUnlessOtherMembersShareTheLog() {
        EventBuffer shared = new EventBuffer(4, false);
        buffer.happened(7, 0, List.of(EVENT));
        shared.happened(7, 0, List.of(EVENT));

        assertThat(buffer.isForeign(new EventId(7, 1))).isFalse();
        assertThat(buffer.isForeign(new EventId(3, 1))).isFalse();
        assertThat(buffer.isForeign(new EventId(7, 2))).isTrue();
        assertThat(shared.isForeign(new EventId(7, 2))).isFalse();
    }

    @Test
    void snapshotLeavesAGap() {
        buffer.happened(1, 0, List.of(EVENT));
        buffer.skipped(9);

        assertThat(entry(1).event()).isNull();
        assertThat(entry(1).isAfter(new EventId(9, 3))).isTrue();
    }
}
