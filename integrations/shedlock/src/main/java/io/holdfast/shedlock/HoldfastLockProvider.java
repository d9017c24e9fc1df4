package io.holdfast.shedlock;

import io.holdfast.client.FixedLease;
import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * Locks scheduled tasks with Holdfast. A lock lasts for {@code lockAtMostFor}, even if the process
 * ends or no member can be reached meanwhile. Nothing renews it but {@link SimpleLock#extend}.
 *
 * <p>The client is not closed with the provider, and closing the client does not release the locks.
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider {

    private static final ThreadLocal<Deque<Holding>> TAKEN =
            ThreadLocal.withInitial(ArrayDeque::new);

    private final Holdfast client;
    private final String prefix;

    /** Uses the names of ShedLock's locks as keys. */
    public HoldfastLockProvider(Holdfast client) {
        this(client, "");
    }

    /**
     * Uses keys that begin with a prefix.
     *
     * @param prefix for example {@code billing:}, if several applications share a server
     */
    public HoldfastLockProvider(Holdfast client, String prefix) {
        this.client = client;
        this.prefix = prefix;
    }

    /**
     * Takes the lock if it is free.
     *
     * @throws LockException if the server refuses it for another reason, or no member answers
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        Term term = Term.of(configuration);
        try {
            Optional<FixedLease> lease = client.lock(prefix + configuration.getName())
                    .withTtl(term.atMost())
                    .tryLockFixed();
            if (lease.isEmpty()) {
                return Optional.empty();
            }
            Holding holding = new Holding(lease.get());
            SimpleLock lock = new HoldfastSimpleLock(client, configuration, holding, term);
            taken().push(holding);
            return Optional.of(lock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockException("interrupted while taking the lock", e);
        } catch (HoldfastException e) {
            throw new LockException(
                    "cannot take the lock " + configuration.getName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the fence of the lock that this thread took last and has not unlocked; empty if there
     * is none or its time is over. Give it to the resource that the task writes to.
     */
    public static OptionalLong fence() {
        Holding last = taken().peek();
        return last == null
                ? OptionalLong.empty()
                : OptionalLong.of(last.lease().fence());
    }

    private static Deque<Holding> taken() {
        Deque<Holding> taken = TAKEN.get();
        taken.removeIf(Holding::isOver);
        return taken;
    }
}
