package io.holdfast.spring.boot;

import io.holdfast.client.Holdfast;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Configures the health of the server as the client sees it. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Holdfast.class)
@ConditionalOnExpression(
        "${management.health.holdfast.enabled:${management.health.defaults.enabled:true}}")
public final class HoldfastHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    HoldfastHealthIndicator holdfastHealthIndicator(Holdfast client) {
        return new HoldfastHealthIndicator(client);
    }
}
