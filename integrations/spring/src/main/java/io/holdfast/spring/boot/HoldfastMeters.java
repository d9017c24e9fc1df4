package io.holdfast.spring.boot;

import io.holdfast.client.Loss;
import io.holdfast.spring.HoldfastLeaderInitiator;
import io.holdfast.spring.HoldfastLockRegistry;
import io.holdfast.spring.LockObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Meters of the registries and initiators of an application:
 *
 * <ul>
 *   <li>{@code holdfast.locks.held}: gauge of locks that are held now
 *   <li>{@code holdfast.locks.acquire}: timer of attempts by {@code outcome}, waits included
 *   <li>{@code holdfast.locks.lost}: counter of lost locks and leaderships by {@code reason}
 *   <li>{@code holdfast.leader}: gauge by {@code role}, 1 for the leader
 * </ul>
 *
 * <p>Names of locks are not tags, because their number has no limit.
 */
public final class HoldfastMeters implements MeterBinder, LockObserver {

    private record Bound(
            Map<LockObserver.Outcome, Timer> attempts, Map<Loss.Reason, Counter> losses) {}

    // The registries are made with their observers, so they are looked up later.
    private final ObjectProvider<HoldfastLockRegistry> registries;
    private final ObjectProvider<HoldfastLeaderInitiator> initiators;
    private final List<Bound> bound = new CopyOnWriteArrayList<>();

    HoldfastMeters(
            ObjectProvider<HoldfastLockRegistry> registries,
            ObjectProvider<HoldfastLeaderInitiator> initiators) {
        this.registries = registries;
        this.initiators = initiators;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Map<LockObserver.Outcome, Timer> attempts = new EnumMap<>(LockObserver.Outcome.class);
        for (LockObserver.Outcome outcome : LockObserver.Outcome.values()) {
            attempts.put(
                    outcome,
                    Timer.builder("holdfast.locks.acquire")
                            .description("How long attempts to take a lock took")
                            .tag("outcome", lowerCase(outcome))
                            .register(meters));
        }
        Map<Loss.Reason, Counter> losses = new EnumMap<>(Loss.Reason.class);
        for (Loss.Reason reason : Loss.Reason.values()) {
            losses.put(
                    reason,
                    Counter.builder("holdfast.locks.lost")
                            .description("Locks and leaderships that ended before their release")
                            .tag("reason", lowerCase(reason))
                            .register(meters));
        }
        bound.add(new Bound(attempts, losses));
        Gauge.builder("holdfast.locks.held", registries, HoldfastMeters::held)
                .description("Locks that are held now")
                .strongReference(true)
                .register(meters);
        initiators.forEach(initiator -> Gauge.builder(
                        "holdfast.leader",
                        initiator,
                        leads -> leads.getContext().isLeader() ? 1 : 0)
                .description("1 if this instance leads")
                .tag("role", String.valueOf(initiator.getContext().getRole()))
                .register(meters));
    }

    private static double held(ObjectProvider<HoldfastLockRegistry> registries) {
        return registries.stream().mapToInt(HoldfastLockRegistry::held).sum();
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void attempted(Duration took, Outcome outcome) {
        for (Bound to : bound) {
            Timer timer = to.attempts().get(outcome);
            if (timer != null) {
                timer.record(took);
            }
        }
    }

    @Override
    public void lost(Loss loss) {
        for (Bound to : bound) {
            Counter counter = to.losses().get(loss.reason());
            if (counter != null) {
                counter.increment();
            }
        }
    }
}
