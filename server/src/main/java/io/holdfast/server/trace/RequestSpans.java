package io.holdfast.server.trace;

import io.holdfast.core.value.ResourceName;
import io.holdfast.server.http.RequestTrace;
import io.holdfast.server.http.Route;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

import org.jspecify.annotations.Nullable;

/** The span of a request, and the span of its wait inside of it. */
final class RequestSpans implements RequestTrace {

    private static final AttributeKey<String> METHOD =
            AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<Long> STATUS =
            AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> API = AttributeKey.stringKey("holdfast.api");
    private static final AttributeKey<String> KEY = AttributeKey.stringKey("holdfast.key");
    private static final AttributeKey<Long> FENCE = AttributeKey.longKey("holdfast.fence");
    private static final AttributeKey<Long> RELEASED_FENCE =
            AttributeKey.longKey("holdfast.released.fence");
    private static final AttributeKey<String> RELEASED_REASON =
            AttributeKey.stringKey("holdfast.released.reason");

    private final Tracer tracer;
    private final ReleaseLinks links;
    private final boolean keys;
    private final Context parent;
    private final Span span;
    private @Nullable Span wait;
    private @Nullable ResourceName released;
    private long releasedFence;

    RequestSpans(Tracer tracer, ReleaseLinks links, boolean keys, Context outside, Span span) {
        this.tracer = tracer;
        this.links = links;
        this.keys = keys;
        this.span = span;
        this.parent = outside.with(span);
    }

    @Override
    public synchronized void releases(ResourceName name, long fence) {
        if (released == null) {
            released = name;
            releasedFence = fence;
            links.begin(name, fence, span.getSpanContext());
            if (fence != 0) {
                span.setAttribute(RELEASED_FENCE, fence);
            }
        }
    }

    @Override
    public synchronized void waits() {
        if (wait == null) {
            wait = tracer.spanBuilder("wait").setParent(parent).startSpan();
        }
    }

    @Override
    public synchronized void answered(long fence) {
        if (fence != 0) {
            span.setAttribute(FENCE, fence);
        }
        ReleaseLinks.Cause cause = fence == 0 ? null : links.take(fence);
        Span waited = wait;
        wait = null;
        if (waited == null) {
            return;
        }
        if (cause != null) {
            waited.setAttribute(RELEASED_FENCE, cause.fence());
            waited.setAttribute(RELEASED_REASON, cause.reason());
            if (cause.span() != null) {
                waited.addLink(cause.span());
            }
        }
        waited.end();
    }

    @Override
    public synchronized void ended(
            @Nullable Route route, String method, int status, @Nullable String key) {
        if (released != null) {
            links.end(released, releasedFence);
        }
        answered(0);
        // Not the path: it may contain the id of a session or of a pool, which are secrets.
        span.updateName(route == null ? "HTTP" : method + " " + route.template());
        if (route != null) {
            span.setAttribute(METHOD, method);
            span.setAttribute(ROUTE, route.template());
            span.setAttribute(API, route.dialect().name());
        }
        if (keys && key != null) {
            span.setAttribute(KEY, key);
        }
        span.setAttribute(STATUS, (long) status);
        if (status >= 500) {
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }
}
