package io.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that events arrive once and in order, over broken connections too. */
final class EventStreamTest {

    private static TestMember member;

    @BeforeAll
    static void start() {
        member = TestMember.start();
    }

    @AfterAll
    static void stop() {
        member.close();
    }

    private static Event next(BlockingQueue<Event> events) throws InterruptedException {
        Event event = events.poll(60, TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        return event;
    }

    @Test
    void streamContinuesAfterABreakWithoutMissingEvents() throws Exception {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        EventFilter filter =
                EventFilter.ALL.withApi("locks").withPrefix("resumed-").withKinds("granted");
        try (CuttingProxy network = new CuttingProxy(member.port());
                Holdfast watching = Holdfast.connect(network.address());
                Holdfast working = member.client();
                EventStream stream = watching.events(filter, events::add)) {
            working.lock("resumed-1").lock();
            assertThat(next(events).key()).isEqualTo("resumed-1");

            network.cut();
            working.lock("resumed-2").lock();
            working.lock("resumed-3").lock();

            assertThat(next(events).key()).isEqualTo("resumed-2");
            Event last = next(events);
            assertThat(last.key()).isEqualTo("resumed-3");
            assertThat(last.kind()).isEqualTo("granted");
            assertThat(last.at()).isNotNull();
            assertThat(events).isEmpty();
            assertThat(stream.lastId()).isNotNull();
        }
    }

    @Test
    void anotherStreamContinuesAfterAnEvent() throws InterruptedException {
        BlockingQueue<Event> first = new LinkedBlockingQueue<>();
        BlockingQueue<Event> second = new LinkedBlockingQueue<>();
        EventFilter filter = EventFilter.ALL.withPrefix("after-").withKinds("granted");
        try (Holdfast client = member.client()) {
            EventStream stream = client.events(filter, first::add);
            client.lock("after-1").lock();
            String seen = next(first).id();
            stream.close();
            client.lock("after-2").lock();

            client.events(filter.withAfter(seen), second::add);

            assertThat(next(second).key()).isEqualTo("after-2");
        }
    }

    @Test
    void breakBeforeTheFirstEventIsReportedAsAGap() throws Exception {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        try (CuttingProxy network = new CuttingProxy(member.port());
                Holdfast client = Holdfast.connect(network.address())) {
            client.events(EventFilter.ALL.withPrefix("gap-"), events::add);

            network.cut();

            assertThat(next(events).kind()).isEqualTo(Event.GAP);
        }
    }

    @Test
    void invalidFilterIsRefused() {
        try (Holdfast client = member.client()) {
            assertThatThrownBy(() -> client.events(EventFilter.ALL.withKinds("grants"), e -> {}))
                    .isInstanceOf(HoldfastException.class)
                    .hasMessageContaining("kind must be a list of these names");
        }
    }
}
