package io.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** ShedLock's own tests of a provider with extension, its fuzz test included. */
final class ShedLockContractTest extends AbstractExtensibleLockProviderIntegrationTest {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected ExtensibleLockProvider getLockProvider() {
        return new HoldfastLockProvider(server.client());
    }

    @Override
    protected void assertUnlocked(String lockName) {
        // The end of a lease of milliseconds is sent in the background.
        await().until(() -> server.holder(lockName), Optional::isEmpty);
    }

    @Override
    protected void assertLocked(String lockName) {
        assertThat(server.holder(lockName)).isPresent();
    }
}
