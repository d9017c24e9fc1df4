package io.holdfast.server.trace;

import io.holdfast.log.engine.EventFollower;
import io.holdfast.server.http.RequestTrace;
import io.holdfast.server.http.RequestTracer;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Traces requests with OpenTelemetry. Spans are sent in batches by a thread of their own; if the
 * receiver is slow, spans are dropped and requests are not.
 */
public final class Tracing implements RequestTracer, AutoCloseable {

    private static final long CLOSE_SECONDS_MAX = 3;

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final ReleaseLinks links;
    private final boolean keys;

    private Tracing(TraceOptions options, SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider.get("io.holdfast.server", options.version());
        this.links = new ReleaseLinks(options.alone());
        this.keys = options.keys();
    }

    /** Starts to send spans. Nothing is sent before the first request. */
    public static Tracing start(TraceOptions options) {
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(options.endpoint());
        options.headers().forEach(exporter::addHeader);
        Resource resource = Resource.create(Attributes.builder()
                .put("service.name", options.service())
                .put("service.version", options.version())
                .put("service.instance.id", options.member())
                .build());
        Sampler sampler = Sampler.parentBased(Sampler.traceIdRatioBased(options.ratio()));
        return new Tracing(
                options,
                SdkTracerProvider.builder()
                        .setResource(resource)
                        .setSampler(sampler)
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(exporter.build()).build())
                        .build());
    }

    @Override
    public @Nullable RequestTrace begin(@Nullable String traceparent, @Nullable String tracestate) {
        Context outside = traceparent == null
                ? Context.root()
                : W3CTraceContextPropagator.getInstance()
                        .extract(
                                Context.root(),
                                new Headers(traceparent, tracestate),
                                Headers.GETTER);
        Span span = tracer.spanBuilder("HTTP")
                .setParent(outside)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        return span.isRecording() ? new RequestSpans(tracer, links, keys, outside, span) : null;
    }

    /** Returns the follower that has to see the events before calls are answered. */
    public EventFollower follower() {
        return links;
    }

    /** Sends the remaining spans, for a few seconds at most. */
    @Override
    public void close() {
        provider.shutdown().join(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    }

    /** The headers of W3C Trace Context. */
    private record Headers(String traceparent, @Nullable String tracestate) {

        static final TextMapGetter<Headers> GETTER = new TextMapGetter<>() {
            @Override
            public Iterable<String> keys(Headers headers) {
                return List.of("traceparent", "tracestate");
            }

            @Override
            public @Nullable String get(@Nullable Headers headers, String key) {
                if (headers == null) {
                    return null;
                }
                return key.equals("traceparent") ? headers.traceparent : headers.tracestate;
            }
        };
    }
}
