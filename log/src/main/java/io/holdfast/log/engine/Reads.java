package io.holdfast.log.engine;

import io.holdfast.core.Machine;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads that wait until the deadlines before their read time are applied. */
final class Reads {

    private final ArrayDeque<Read<?>> waiting = new ArrayDeque<>();

    private record Read<A extends @Nullable Object>(
            Query<A> query, BiConsumer<A, ReadPoint> answer, long timeNanos) {

        Read<A> asOf(long earlierNanos) {
            return new Read<>(query, answer, earlierNanos);
        }

        void serve(Machine machine, long index) {
            ReadPoint at = new ReadPoint(index, timeNanos);
            answer.accept(machine.read(query, at), at);
        }
    }

    <A extends @Nullable Object> void add(
            Query<A> query, BiConsumer<A, ReadPoint> answer, long timeNanos) {
        waiting.add(new Read<>(query, answer, timeNanos));
    }

    /** Answers waiting reads as of this earlier time, because log time no longer advances. */
    void settleFor(long timeNanos) {
        for (int left = waiting.size(); left > 0; left--) {
            waiting.add(waiting.remove().asOf(timeNanos));
        }
    }

    boolean waiting() {
        return !waiting.isEmpty();
    }

    void serve(Machine machine, long appliedIndex) {
        Read<?> first = waiting.peek();
        while (first != null && machine.nextDeadlineNanos() > first.timeNanos()) {
            waiting.remove();
            first.serve(machine, appliedIndex);
            first = waiting.peek();
        }
    }
}
