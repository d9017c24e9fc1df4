package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.client.Holdfast;
import io.holdfast.client.ResourceInfo;
import java.time.Duration;
import java.util.OptionalLong;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What ShedLock's own tests do not cover. */
final class HoldfastLockProviderTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static LockConfiguration config(String name, Duration atMost, Duration atLeast) {
        return new LockConfiguration(ClockProvider.now(), name, atMost, atLeast);
    }

    private static LockProvider provider() {
        return new HoldfastLockProvider(server.client());
    }

    private static SimpleLock take(LockProvider provider, LockConfiguration config) {
        return provider.lock(config).orElseThrow();
    }

    private static ResourceInfo.Holder holder(String key) {
        return server.holder(key).orElseThrow();
    }

    @Test
    void lockLastsForLockAtMostForEvenIfItsProcessEnds() {
        try (Holdfast ended = server.newClient()) {
            take(new HoldfastLockProvider(ended), config("crash", HOUR, Duration.ZERO));
        }

        assertThat(holder("crash").expiresIn()).isBetween(HOUR.minus(MINUTE), HOUR);
        assertThat(holder("crash").owner()).isEqualTo("billing-1");
        // No session is left that could end and take the lock with it.
        assertThat(server.client()
                        .http()
                        .send("GET", "/v1/admin/sessions", null)
                        .body())
                .doesNotContain("crash");
    }

    @Test
    void earlyUnlockShortensTheLeaseToLockAtLeastFor() {
        try (Holdfast ended = server.newClient()) {
            take(new HoldfastLockProvider(ended), config("short", HOUR, MINUTE)).unlock();
        }

        assertThat(holder("short").expiresIn()).isBetween(Duration.ofSeconds(1), MINUTE);
        assertThat(provider().lock(config("short", HOUR, MINUTE))).isEmpty();
    }

    @Test
    void extensionCountsFromNow() {
        SimpleLock lock = take(provider(), config("extended", MINUTE, Duration.ZERO));

        assertThat(lock.extend(HOUR, Duration.ZERO)).isPresent();

        assertThat(holder("extended").expiresIn()).isBetween(HOUR.minus(MINUTE), HOUR);
    }

    @Test
    void brokenLockCannotBeExtendedAndItsUnlockChangesNothing() {
        SimpleLock lock = take(provider(), config("broken", HOUR, MINUTE));
        long fence = holder("broken").fence();
        server.client().resources().breakGrant("locks", "broken", fence, "the job hangs");
        SimpleLock next = take(provider(), config("broken", HOUR, Duration.ZERO));

        assertThat(lock.extend(HOUR, Duration.ZERO)).isEmpty();
        assertThat(holder("broken").fence()).isGreaterThan(fence);
        next.unlock();
        assertThat(server.holder("broken")).isEmpty();
    }

    @Test
    void unlockOfABrokenLockLeavesTheNextHolderAlone() {
        SimpleLock lock = take(provider(), config("next", HOUR, MINUTE));
        long fence = holder("next").fence();
        server.client().resources().breakGrant("locks", "next", fence, "the job hangs");
        take(provider(), config("next", HOUR, Duration.ZERO));

        lock.unlock();

        assertThat(holder("next").expiresIn()).isGreaterThan(HOUR.minus(MINUTE));
    }

    @Test
    void taskSeesTheFenceOfItsLock() {
        // Other tests may have left locks on this thread.
        OptionalLong before = HoldfastLockProvider.fence();
        DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider());

        executor.executeWithLock(
                (Runnable) () -> {
                    long fence = holder("fenced").fence();
                    assertThat(HoldfastLockProvider.fence()).hasValue(fence);
                    LockExtender.extendActiveLock(HOUR, Duration.ZERO);
                    assertThat(HoldfastLockProvider.fence()).hasValue(fence);
                    executor.executeWithLock(
                            (Runnable) () -> assertThat(HoldfastLockProvider.fence())
                                    .hasValue(holder("inner").fence()),
                            config("inner", MINUTE, Duration.ZERO));
                    assertThat(HoldfastLockProvider.fence()).hasValue(fence);
                },
                config("fenced", MINUTE, Duration.ZERO));

        assertThat(HoldfastLockProvider.fence()).isEqualTo(before);
    }

    @Test
    void fenceIsGoneWhenTheTimeOfTheLockIsOver() {
        OptionalLong before = HoldfastLockProvider.fence();
        take(provider(), config("over", Duration.ofMillis(20), Duration.ZERO));

        await().pollInSameThread().until(() -> HoldfastLockProvider.fence().equals(before));
        await().until(() -> server.holder("over").isEmpty());
    }

    @Test
    void prefixSeparatesApplications() {
        take(
                new HoldfastLockProvider(server.client(), "billing:"),
                config("report", MINUTE, Duration.ZERO));

        assertThat(server.holder("billing:report")).isPresent();
        assertThat(provider().lock(config("report", MINUTE, Duration.ZERO))).isPresent();
    }

    @Test
    void lockOfAServerThatIsDownIsReportedAsAnError() {
        TestServer down = new TestServer();
        down.stop();
        LockProvider provider = new HoldfastLockProvider(down.client());

        assertThatThrownBy(() -> provider.lock(config("down", MINUTE, Duration.ZERO)))
                .isInstanceOf(LockException.class)
                .hasMessageContaining("cannot take the lock down");
        down.close();
    }
}
