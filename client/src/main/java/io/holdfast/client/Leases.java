package io.holdfast.client;

import io.holdfast.client.http.Call;
import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.http.Transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Renews all leases of a client and notices those that are lost. Everything but {@link #release}
 * runs on the heartbeat thread; renewals are sent without waiting for each other.
 */
final class Leases {

    /** Renewals are sent after this part of the ttl, so that two may fail before the lease ends. */
    private static final int RENEWALS_PER_TTL = 3;

    private static final long ATTEMPT_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClientContext context;
    private final Set<Lease> open = ConcurrentHashMap.newKeySet();

    Leases(ClientContext context) {
        this.context = context;
    }

    /** Begins to renew a lease that was confirmed by a request sent at that time. */
    Lease watch(Lease lease, long sentNanos) {
        open.add(lease);
        transport()
                .loop()
                .schedule(
                        () -> {
                            lease.pulse.renewAtNanos = renewAt(lease, sentNanos);
                            tick(lease);
                        },
                        0);
        return lease;
    }

    private static long renewAt(Lease lease, long sentNanos) {
        return sentNanos + lease.ttlNanos() / RENEWALS_PER_TTL;
    }

    private void tick(Lease lease) {
        if (!lease.isOpen()) {
            return;
        }
        long now = context.nanos();
        long endNanos = lease.heldUntilNanos();
        if (now >= endNanos) {
            lose(lease);
            return;
        }
        LeasePulse pulse = lease.pulse;
        if (!pulse.renewing && now >= pulse.renewAtNanos) {
            renew(lease, now);
            endNanos = lease.heldUntilNanos();
        }
        // The reply to a renewal causes a tick of its own.
        long nextNanos = pulse.renewing ? endNanos : Math.min(endNanos, pulse.renewAtNanos);
        schedule(lease, nextNanos - now);
    }

    private void schedule(Lease lease, long delayNanos) {
        Future<?> earlier = lease.pulse.next;
        if (earlier != null) {
            earlier.cancel(false);
        }
        lease.pulse.next = transport().loop().schedule(() -> tick(lease), delayNanos);
    }

    private void renew(Lease lease, long now) {
        Request request = lease.calls().renewal(lease);
        if (request == null) {
            lease.pulse.renewAtNanos = Long.MAX_VALUE;
            return;
        }
        lease.pulse.renewing = true;
        lease.renewing(now);
        List<CompletableFuture<Duration>> asked = List.copyOf(lease.pulse.asked);
        lease.pulse.asked.clear();
        long endNanos = lease.heldUntilNanos();
        long leftNanos = endNanos - now;
        long attemptNanos = Math.max(ATTEMPT_NANOS_MIN, leftNanos / RENEWALS_PER_TTL);
        long attemptNanosMax = Math.min(attemptNanos, transport().requestNanosMax() / 2);
        Call call = transport()
                .startInBackground(request, new Timing(endNanos, attemptNanosMax, leftNanos));
        call.result().whenComplete((result, failure) -> {
            Result known =
                    result == null ? new Lost("no token was supplied", false, false) : result;
            transport().loop().schedule(() -> settle(lease, known, asked), 0);
        });
    }

    private void settle(Lease lease, Result result, List<CompletableFuture<Duration>> asked) {
        LeasePulse pulse = lease.pulse;
        pulse.renewing = false;
        if (!lease.isOpen()) {
            asked.forEach(caller -> caller.completeExceptionally(notHeld(lease)));
            failAsked(lease);
            return;
        }
        long now = context.nanos();
        pulse.renewAtNanos = now + AGAIN_NANOS;
        if (result instanceof Reply reply) {
            Renewal renewal = lease.calls().renewed(lease, reply);
            if (renewal instanceof Renewal.Renewed renewed) {
                lease.renewed(reply.sentNanos(), renewed.ttlNanos());
                // A caller that asked meanwhile wants a renewal with the ttl of now.
                pulse.renewAtNanos =
                        pulse.asked.isEmpty() ? renewAt(lease, reply.sentNanos()) : now;
                pulse.refusal = null;
                asked.forEach(caller -> caller.complete(lease.remaining()));
            } else if (renewal instanceof Renewal.Ended ended) {
                end(lease, ended.reason(), ended.detail());
                asked.forEach(caller -> caller.completeExceptionally(notHeld(lease)));
                return;
            } else if (renewal instanceof Renewal.Refused refused) {
                pulse.refusal = refused.detail();
                asked.forEach(caller -> caller.completeExceptionally(ClientContext.failure(reply)));
            }
        } else {
            pulse.asked.addAll(asked);
        }
        tick(lease);
    }

    /**
     * Renews a lease at once with another ttl, which its later renewals use too.
     *
     * @throws HoldfastException if it is not held, the renewal is refused or no member answers
     */
    Duration renewNow(Lease lease, long ttlNanos) throws InterruptedException {
        context.checkOpen();
        CompletableFuture<Duration> renewed = new CompletableFuture<>();
        transport().loop().schedule(() -> ask(lease, ttlNanos, renewed), 0);
        try {
            return renewed.get(transport().requestNanosMax(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new HoldfastException(
                    HoldfastException.UNAVAILABLE, 0, "no member confirmed the renewal");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HoldfastException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void ask(Lease lease, long ttlNanos, CompletableFuture<Duration> renewed) {
        lease.pulse.asked.add(renewed);
        if (!lease.isOpen()) {
            failAsked(lease);
            return;
        }
        lease.ttl(ttlNanos);
        lease.pulse.renewAtNanos = context.nanos();
        tick(lease);
    }

    private static void failAsked(Lease lease) {
        lease.pulse.asked.forEach(caller -> caller.completeExceptionally(notHeld(lease)));
        lease.pulse.asked.clear();
    }

    private static HoldfastException notHeld(Lease lease) {
        Loss loss = lease.loss();
        return new HoldfastException(
                "not_held", 404, loss == null ? "the lease was released" : loss.detail());
    }

    /** The lease's time is over without a confirmed renewal. */
    private void lose(Lease lease) {
        Session session = lease.session();
        String refusal = lease.pulse.refusal;
        if (session != null && session.isEnded()) {
            end(lease, Loss.Reason.SESSION_ENDED, "the session ended at the server");
        } else if (refusal != null) {
            end(lease, Loss.Reason.REFUSED, "the server refused to renew the lease: " + refusal);
        } else if (lease.pulse.renewAtNanos == Long.MAX_VALUE) {
            end(lease, Loss.Reason.EXPIRED, "the lease expired and its API has no renewal");
        } else {
            end(
                    lease,
                    Loss.Reason.UNREACHABLE,
                    "no member confirmed a renewal before the lease ended");
        }
    }

    private void end(Lease lease, Loss.Reason reason, String detail) {
        open.remove(lease);
        lease.lose(reason, detail);
        failAsked(lease);
    }

    /** Returns true if a lease was acquired in the session and is still held. */
    boolean uses(Session session) {
        return open.stream().anyMatch(lease -> lease.session() == session);
    }

    /** Ends all leases of a session that the server has ended. */
    void sessionEnded(Session session) {
        transport()
                .loop()
                .schedule(
                        () -> open.stream()
                                .filter(lease -> lease.session() == session)
                                .forEach(this::tick),
                        0);
    }

    /**
     * Releases a lease that is no longer renewed. The request goes on in the background until the
     * lease would end by itself.
     */
    Result release(Lease lease) {
        return start(lease).awaitUninterruptibly(transport().requestNanosMax());
    }

    private Call start(Lease lease) {
        open.remove(lease);
        long now = context.nanos();
        long patienceNanos = transport().requestNanosMax();
        long endNanos = Math.max(now + patienceNanos, lease.heldUntilNanos());
        return transport()
                .start(
                        lease.calls().release(lease),
                        new Timing(endNanos, Math.max(1, patienceNanos / 2), endNanos - now));
    }

    /** Releases everything but the leases of a session that is kept, and waits for the replies. */
    void close(boolean keepShared) {
        List<Call> releases = new ArrayList<>();
        for (Lease lease : open) {
            Session session = lease.session();
            boolean kept = keepShared && session != null && session.isShared();
            if (lease.closing() && !kept) {
                releases.add(start(lease));
            }
        }
        long endNanos = System.nanoTime() + transport().requestNanosMax();
        releases.forEach(call -> call.awaitUninterruptibly(endNanos - System.nanoTime()));
    }

    private Transport transport() {
        return context.transport();
    }
}
