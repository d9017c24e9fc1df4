package io.holdfast.client.examples;

import io.holdfast.client.Acquired;
import io.holdfast.client.DistributedLock;
import io.holdfast.client.DistributedSemaphore;
import io.holdfast.client.FixedLease;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Locks and semaphores. */
final class LockExamples {

    private final String address;
    private final List<String> log = new ArrayList<>();

    LockExamples(String address) {
        this.address = address;
    }

    List<String> lock() throws InterruptedException {
        // @start region="lock"
        try (Holdfast client = Holdfast.connect(address)) {
            DistributedLock lock = client.lock("deploy").onLost(loss -> stop(loss.detail()));
            if (lock.tryLock(30, TimeUnit.SECONDS)) {
                try {
                    deploy(lock.fence());
                } finally {
                    lock.unlock();
                }
            }
        }
        // @end
        return log;
    }

    List<String> typed() throws InterruptedException {
        try (Holdfast client = Holdfast.connect(address)) {
            // @start region="typed"
            Acquired acquired = client.lock("deploy").acquire(Duration.ofSeconds(30));
            if (acquired instanceof Acquired.Granted granted) {
                try (Lease lease = granted.lease()) {
                    deploy(lease.fence());
                }
            } else if (acquired instanceof Acquired.Refused refused) {
                stop(refused.detail());
            } else if (acquired instanceof Acquired.Unknown unknown) {
                stop("no member answered: " + unknown.detail());
            }
            // @end
        }
        return log;
    }

    List<String> semaphore() throws InterruptedException {
        try (Holdfast client = Holdfast.connect(address)) {
            // @start region="semaphore"
            DistributedSemaphore downloads = client.semaphore("downloads", 3);
            try (Lease slot = downloads.acquire(Duration.ofSeconds(30)).orThrow()) {
                download(slot.key());
            }
            // @end
        }
        return log;
    }

    List<String> fixed() throws InterruptedException {
        try (Holdfast client = Holdfast.connect(address)) {
            // @start region="fixed"
            DistributedLock lock = client.lock("nightly").withTtl(Duration.ofHours(1));
            Optional<FixedLease> lease = lock.tryLockFixed();
            if (lease.isPresent()) {
                deploy(lease.get().fence());
                lock.release(lease.get().token());
            }
            // @end
        }
        return log;
    }

    List<String> renewed() throws InterruptedException {
        try (Holdfast client = Holdfast.connect(address)) {
            // @start region="renew"
            DistributedLock lock = client.lock("nightly");
            try (Lease lease = lock.acquire(Duration.ofSeconds(30)).orThrow()) {
                lock.withTtl(Duration.ofMinutes(5)).renew(lease);
                deploy(lease.fence());
            }
            // @end
        }
        return log;
    }

    List<String> secured(String token) throws InterruptedException {
        // @start region="builder"
        Holdfast client = Holdfast.builder()
                .address(address)
                .token(token)
                .owner("night build")
                .ttl(Duration.ofSeconds(20))
                .requestTimeout(Duration.ofSeconds(10))
                .build();
        // @end
        try (client) {
            client.lock("deploy").acquire().orThrow();
            log.add("acquired");
        }
        return log;
    }

    private void deploy(long fence) {
        log.add(fence > 0 ? "deployed" : "no fence");
    }

    private void download(String key) {
        log.add("downloaded " + key);
    }

    private void stop(String why) {
        log.add("stopped: " + why);
    }
}
