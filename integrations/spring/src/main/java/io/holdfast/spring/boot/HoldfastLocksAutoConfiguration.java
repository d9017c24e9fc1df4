package io.holdfast.spring.boot;

import io.holdfast.client.Holdfast;
import io.holdfast.spring.HoldfastLeaderInitiator;
import io.holdfast.spring.HoldfastLockRegistry;
import io.holdfast.spring.LockObserver;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.locks.LockRegistry;

/** Configures a lock registry, and an election if the instance has a role. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnBean(Holdfast.class)
public final class HoldfastLocksAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(LockRegistry.class)
    HoldfastLockRegistry holdfastLockRegistry(
            Holdfast client,
            HoldfastProperties properties,
            ObjectProvider<LockObserver> observers) {
        HoldfastLockRegistry registry = new HoldfastLockRegistry(client, properties.prefix());
        observers.orderedStream().forEach(registry::observe);
        return registry;
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty("holdfast.leader.role")
    HoldfastLeaderInitiator holdfastLeaderInitiator(
            Holdfast client,
            HoldfastProperties properties,
            ObjectProvider<LockObserver> observers) {
        String role = Objects.requireNonNull(properties.leader().role());
        // Without an id the candidate makes one.
        DefaultCandidate candidate = new DefaultCandidate("", role);
        HoldfastLeaderInitiator initiator =
                new HoldfastLeaderInitiator(client, candidate, properties.prefix());
        observers.orderedStream().forEach(initiator::observe);
        return initiator;
    }
}
