package io.holdfast.server.trace;

import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;

/** Lets OpenTelemetry send with the JDK's HTTP client; found as a service. */
public final class JdkSenderProvider implements HttpSenderProvider {

    @Override
    public HttpSender createSender(HttpSenderConfig config) {
        return new JdkSender(config);
    }
}
