package io.holdfast.core.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.Deliveries;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.ledger.MemberProcesses;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The kernel alone, with a book that only records its calls. */
final class KernelTest {

    private static final MemberProcess LIFE = new MemberProcess("n1", 1, 1);

    private final State state = new State();
    private final List<String> heard = new ArrayList<>();
    private final Kernel kernel = new Kernel(
            state,
            new Tenants(),
            new Deliveries(state, new MemberProcesses(state)),
            resource -> new Diary());
    private final Someone holder = new Someone(state.nextNumber());
    private long sequence;

    private final class Diary implements Book {
        @Override
        public long idleNanos() {
            return 100;
        }

        @Override
        public void forgotten(Resource resource) {
            heard.add("forgotten");
        }

        @Override
        public void promoted(Waiter waiter, Grant grant) {
            heard.add("promoted " + waiter.call().sequence() + " to slot " + grant.slot());
        }

        @Override
        public void ended(Grant grant, GrantEnd reason) {
            heard.add("ended slot " + grant.slot());
        }

        @Override
        public void left(Waiter waiter, WaitEnd reason) {
            heard.add("left " + waiter.call().sequence());
        }

        @Override
        public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
            heard.add("served no more");
        }
    }

    private static final class Someone extends Holder {
        Someone(long number) {
            super(number);
        }

        @Override
        public boolean overAt(long nowNanos) {
            return false;
        }

        @Override
        public Due due() {
            return Due.SESSION;
        }

        @Override
        protected long heapBytes() {
            return 0;
        }

        @Override
        protected long digest() {
            return 0;
        }

        @Override
        public void write(ByteWriter out) {}
    }

    @AfterEach
    void nothingIsBroken() {
        Findings findings = new Findings(state);
        KernelInspection.run(kernel, findings, new Tenants());
        KernelInspection.check(holder, findings);
        findings.conclude();
        assertThat(findings.problems()).isEmpty();
    }

    @Test
    void addedCapacityIsGrantedToTheQueueInOrder() {
        Resource resource = create(1);
        grant(resource);
        queue(resource);
        queue(resource);
        queue(resource);
        kernel.resize(resource, 3);
        assertThat(heard).containsExactly("promoted 1 to slot 1", "promoted 2 to slot 2");
        assertThat(resource.held()).isEqualTo(3);
        assertThat(resource.queued()).isEqualTo(1);
    }

    @Test
    void reducedCapacityRevokesNothing() {
        Resource resource = create(3);
        Grant zero = grant(resource);
        Grant one = grant(resource);
        Grant two = grant(resource);
        queue(resource);
        kernel.resize(resource, 1);
        assertThat(resource.held()).isEqualTo(3);
        kernel.end(zero, GrantEnd.RELEASED);
        kernel.end(two, GrantEnd.RELEASED);
        assertThat(heard).containsExactly("ended slot 0", "ended slot 2");
        assertThat(kernel.free(resource)).isFalse();
        kernel.end(one, GrantEnd.RELEASED);
        assertThat(heard).endsWith("ended slot 1", "promoted 1 to slot 0");
    }

    @Test
    void lowestFreeSlotIsGrantedFirstEvenAfterACapacityChange() {
        Resource resource = create(1);
        Grant zero = grant(resource);
        kernel.resize(resource, 4);
        Grant one = grant(resource);
        assertThat(List.of(one.slot(), grant(resource).slot())).containsExactly(1, 2);
        kernel.end(zero, GrantEnd.RELEASED);
        kernel.end(one, GrantEnd.RELEASED);
        assertThat(grant(resource).slot()).isZero();
        assertThat(grant(resource).slot()).isEqualTo(1);
        assertThat(grant(resource).slot()).isEqualTo(3);
    }

    @Test
    void deletionEndsWaitsBeforeGrants() {
        Resource resource = create(2);
        grant(resource);
        grant(resource);
        queue(resource);
        queue(resource);
        kernel.delete(resource, GrantEnd.RELEASED, WaitEnd.ABANDONED);
        assertThat(heard)
                .containsExactly("left 1", "left 2", "ended slot 0", "ended slot 1", "forgotten");
        assertThat(kernel.find(resource.name())).isNull();
        assertThat(state.deadlines().size()).isZero();
    }

    @Test
    void fencesContinueAfterAResourceIsRecreated() {
        Resource resource = create(1);
        long before = grant(resource).number();
        kernel.delete(resource, GrantEnd.RELEASED, WaitEnd.ABANDONED);
        assertThat(grant(create(1)).number()).isEqualTo(before + 1);
    }

    private Resource create(int capacity) {
        return kernel.create(new ResourceName("", Space.POOLS, "pool"), 0, capacity);
    }

    private Grant grant(Resource resource) {
        return kernel.grant(resource, new GrantTerms(holder, null, 0, 50), false, 0);
    }

    private void queue(Resource resource) {
        CallSite call = new CallSite(LIFE, ++sequence, null);
        kernel.enqueue(resource, new GrantTerms(holder, null, 0, 50), call, false, Timed.NEVER);
    }
}
