package io.holdfast.spring;

import io.holdfast.client.DistributedLock;
import io.holdfast.client.Holdfast;
import io.holdfast.client.Loss;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Locks of Spring Integration that all instances of an application share. The name of a lock is the
 * key at the server, after the registry's prefix.
 *
 * <p>The client renews a lock until it is unlocked. Its time to live says how long it lasts after
 * the process has ended or can reach no member; the default is the ttl of the client.
 *
 * <p>The client is not closed with the registry; closing the client releases the locks.
 */
public final class HoldfastLockRegistry
        implements ExpirableLockRegistry<
                        org.springframework.integration.support.locks.DistributedLock>,
                RenewableLockRegistry<
                        org.springframework.integration.support.locks.DistributedLock> {

    private final Holdfast client;
    private final String prefix;
    private final List<LockObserver> observers = new CopyOnWriteArrayList<>();

    /** Only keys that a thread holds or waits for. */
    private final ConcurrentMap<String, LocalLock> inUse = new ConcurrentHashMap<>();

    /** Uses the names of the locks as keys. */
    public HoldfastLockRegistry(Holdfast client) {
        this(client, "");
    }

    /**
     * Uses keys that begin with a prefix.
     *
     * @param prefix for example {@code billing:}, if several applications share a server
     */
    public HoldfastLockRegistry(Holdfast client, String prefix) {
        this.client = client;
        this.prefix = prefix;
    }

    /** Calls the observer for all locks from now on. */
    public HoldfastLockRegistry observe(LockObserver observer) {
        observers.add(observer);
        return this;
    }

    /**
     * Returns the lock of this name. Lock objects of one name and registry are interchangeable.
     *
     * @param lockKey a string
     */
    @Override
    public HoldfastLock obtain(Object lockKey) {
        return new HoldfastLock(this, Names.key(prefix, lockKey));
    }

    /**
     * Renews a lock that the current thread holds. Nothing has to call this, because the client
     * renews in the background; it confirms that the lock is still held.
     *
     * @throws IllegalMonitorStateException if the current thread does not hold it
     * @throws IllegalStateException if it was lost
     * @throws org.springframework.dao.DataAccessResourceFailureException if that could not be
     *     confirmed
     */
    @Override
    public void renewLock(Object lockKey) {
        obtain(lockKey).renew(null);
    }

    /** As {@link #renewLock(Object)}, with another time to live until the lock is unlocked. */
    @Override
    public void renewLock(Object lockKey, Duration ttl) {
        obtain(lockKey).renew(ttl);
    }

    /** Does nothing: the registry keeps only what threads hold or wait for. */
    @Override
    public void expireUnusedOlderThan(long age) {}

    /** Returns how many locks of this registry are held at this moment. */
    public int held() {
        return (int) inUse.values().stream().filter(LocalLock::isLeaseHeld).count();
    }

    /** Returns how many names have a thread that holds the lock or waits for it. */
    int inUse() {
        return inUse.size();
    }

    DistributedLock remote(String name, @Nullable Duration ttl) {
        DistributedLock lock = client.lock(name).onLost(this::lost);
        return ttl == null ? lock : lock.withTtl(ttl);
    }

    /** Notes that a thread uses this name, until {@link #leave}. */
    LocalLock use(String name) {
        return inUse.compute(name, (key, known) -> {
            LocalLock lock = known == null ? new LocalLock(key) : known;
            lock.users++;
            return lock;
        });
    }

    void leave(String name) {
        inUse.computeIfPresent(name, (key, lock) -> --lock.users == 0 ? null : lock);
    }

    /** Returns what the threads of this process share of a name, or null if none uses it. */
    @Nullable
    LocalLock used(String name) {
        return inUse.get(name);
    }

    void attempted(Duration took, LockObserver.Outcome outcome) {
        observers.forEach(observer -> observer.attempted(took, outcome));
    }

    private void lost(Loss loss) {
        observers.forEach(observer -> observer.lost(loss));
    }
}
