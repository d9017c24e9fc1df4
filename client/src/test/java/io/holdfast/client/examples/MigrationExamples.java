package io.holdfast.client.examples;

import io.holdfast.client.DistributedLock;
import io.holdfast.client.DistributedSemaphore;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;
import io.holdfast.client.ResourceInfo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The calls that the guide for users of Redisson names. */
final class MigrationExamples {

    private final List<String> done = new ArrayList<>();

    List<String> calls(String address) throws InterruptedException {
        try (Holdfast client = Holdfast.connect(address)) {
            DistributedLock lock = client.lock("deploy");
            lock = lock.onLost(loss -> stop(loss.detail()));
            lock.lock();
            try {
                done.add("fence " + (lock.fence() > 0));
                done.add("remaining " + lock.remaining().isPositive());
                done.add("holder "
                        + client.resources()
                                .find("locks", "deploy")
                                .flatMap(ResourceInfo::holder)
                                .isPresent());
            } finally {
                lock.unlock();
            }
            if (lock.tryLock(10, TimeUnit.SECONDS)) {
                lock.unlock();
                done.add("again");
            }
            DistributedSemaphore semaphore = client.semaphore("api", 3);
            try (Lease slot = semaphore.acquire().orThrow()) {
                done.add("slot of " + slot.key());
            }
        }
        return done;
    }

    private void stop(String detail) {
        done.add(detail);
    }
}
