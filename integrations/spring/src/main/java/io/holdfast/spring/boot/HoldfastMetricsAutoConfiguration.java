package io.holdfast.spring.boot;

import io.holdfast.client.Holdfast;
import io.holdfast.spring.HoldfastLeaderInitiator;
import io.holdfast.spring.HoldfastLockRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

/** Configures meters of the locks and of the leadership. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, LockRegistry.class})
@ConditionalOnBean(Holdfast.class)
public final class HoldfastMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HoldfastMeters holdfastMeters(
            ObjectProvider<HoldfastLockRegistry> registries,
            ObjectProvider<HoldfastLeaderInitiator> initiators) {
        return new HoldfastMeters(registries, initiators);
    }
}
