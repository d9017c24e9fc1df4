package io.holdfast.spring;

import io.holdfast.client.DistributedLock;
import io.holdfast.client.Holdfast;
import java.lang.System.Logger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * Makes a candidate of Spring Integration take part in the election of its role, and publishes
 * {@link org.springframework.integration.leader.event.OnGrantedEvent} and
 * {@link org.springframework.integration.leader.event.OnRevokedEvent}. The key at the server is the
 * role, after a prefix, so it is the election of {@link Holdfast#election} of the same name.
 *
 * <p>Spring's {@link org.springframework.integration.support.leader.LockRegistryLeaderInitiator}
 * works with a {@link HoldfastLockRegistry} too. This one keeps its place in the queue while it
 * waits, hears of a loss at once instead of at the next heartbeat, stops the work before the next
 * leader begins, and has a fence.
 *
 * <p>If the candidate works in {@link Candidate#onGranted}, its thread is interrupted at the end of
 * the leadership. At a stop the candidate is revoked first, and the leadership released then.
 */
public final class HoldfastLeaderInitiator
        implements SmartLifecycle, DisposableBean, ApplicationEventPublisherAware {

    private static final Logger LOG = System.getLogger(HoldfastLeaderInitiator.class.getName());

    private static final long STOP_SECONDS_MAX = 30;

    private final DistributedLock lock;
    private final Candidate candidate;
    private final Context noLeader;
    private volatile @Nullable LeaderEventPublisher publisher;
    private volatile @Nullable Candidacy candidacy;
    private volatile boolean failing;
    private boolean autoStartup = true;

    /** Before the phases of a web server at a stop: another instance takes over as it drains. */
    private int phase = Integer.MAX_VALUE - 1000;

    /** Uses the role of the candidate as key. */
    public HoldfastLeaderInitiator(Holdfast client, Candidate candidate) {
        this(client, candidate, "");
    }

    /**
     * Uses a key that begins with a prefix.
     *
     * @param prefix for example {@code billing:}, if several applications share a server
     */
    public HoldfastLeaderInitiator(Holdfast client, Candidate candidate, String prefix) {
        this.lock = client.lock(Names.key(prefix, candidate.getRole()));
        this.candidate = candidate;
        this.noLeader = new Context() {
            @Override
            public boolean isLeader() {
                return false;
            }

            @Override
            public String getRole() {
                return candidate.getRole();
            }
        };
    }

    /** Calls the observer if a leadership is lost. */
    public HoldfastLeaderInitiator observe(LockObserver observer) {
        lock.onLost(observer::lost);
        return this;
    }

    @Override
    public void setApplicationEventPublisher(ApplicationEventPublisher applicationEventPublisher) {
        publisher = new DefaultLeaderEventPublisher(applicationEventPublisher);
    }

    /** Returns the leadership of now, or a context of which {@code isLeader()} is false. */
    public Context getContext() {
        Candidacy current = candidacy;
        HoldfastLeaderContext leadership = current == null ? null : current.leadership();
        return leadership == null ? noLeader : leadership;
    }

    /** Begins to take part, in the background, even if no member answers yet. */
    @Override
    public synchronized void start() {
        if (candidacy == null) {
            Candidacy begun = new Candidacy(lock, candidate.getRole(), new Calls());
            candidacy = begun;
            begun.start();
        }
    }

    /** Stops taking part, and waits until the candidate is revoked and the leadership released. */
    @Override
    public void stop() {
        Candidacy ending = detach();
        if (ending == null || ending.isOwnThread()) {
            return;
        }
        try {
            ending.stop().get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Logger.Level.WARNING, "the candidate {0} does not stop", candidate.getRole());
        }
    }

    @Override
    public void stop(Runnable callback) {
        Candidacy ending = detach();
        if (ending == null) {
            callback.run();
        } else {
            ending.stop().thenRun(callback);
        }
    }

    private synchronized @Nullable Candidacy detach() {
        Candidacy ending = candidacy;
        candidacy = null;
        if (ending != null) {
            ending.stop();
        }
        return ending;
    }

    @Override
    public void destroy() {
        stop();
    }

    @Override
    public boolean isRunning() {
        return candidacy != null;
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    public void setAutoStartup(boolean start) {
        autoStartup = start;
    }

    @Override
    public int getPhase() {
        return phase;
    }

    public void setPhase(int other) {
        phase = other;
    }

    private final class Calls implements Candidacy.Events {

        @Override
        public void granted(HoldfastLeaderContext leadership) throws InterruptedException {
            failing = false;
            publish(to -> to.publishOnGranted(
                    HoldfastLeaderInitiator.this, leadership, leadership.getRole()));
            candidate.onGranted(leadership);
        }

        @Override
        public void revoked(HoldfastLeaderContext leadership) {
            try {
                candidate.onRevoked(leadership);
            } catch (RuntimeException e) {
                LOG.log(Logger.Level.WARNING, "the candidate failed at its revocation", e);
            }
            publish(to -> to.publishOnRevoked(
                    HoldfastLeaderInitiator.this, leadership, leadership.getRole()));
        }

        @Override
        public void failed(RuntimeException problem) {
            if (!failing) {
                failing = true;
                LOG.log(
                        Logger.Level.WARNING,
                        "cannot lead as " + candidate.getRole() + "; trying again each second",
                        problem);
            }
            publish(to -> to.publishOnFailedToAcquire(
                    HoldfastLeaderInitiator.this, noLeader, candidate.getRole()));
        }

        private void publish(Consumer<LeaderEventPublisher> event) {
            LeaderEventPublisher to = publisher;
            if (to == null) {
                return;
            }
            try {
                event.accept(to);
            } catch (RuntimeException e) {
                LOG.log(Logger.Level.WARNING, "a listener of leader events failed", e);
            }
        }
    }
}
