package io.holdfast.spring.boot;

import io.holdfast.client.HoldfastBuilder;

/**
 * Changes the settings of the client after the properties were applied, for instance to supply a
 * token that is renewed.
 */
@FunctionalInterface
public interface HoldfastBuilderCustomizer {

    void customize(HoldfastBuilder builder);
}
