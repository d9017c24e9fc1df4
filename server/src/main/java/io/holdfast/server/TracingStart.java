package io.holdfast.server;

import io.holdfast.log.GroupControl;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.trace.TraceOptions;
import io.holdfast.server.trace.Tracing;

import org.jspecify.annotations.Nullable;

/** Starts tracing as the settings say. */
final class TracingStart {

    private TracingStart() {}

    /** Returns null if nothing is traced; no class of OpenTelemetry is loaded then. */
    static @Nullable Tracing of(ServerConfig config, GroupControl control) {
        ServerConfig.Traces traces = config.traces();
        return traces == null
                ? null
                : Tracing.start(new TraceOptions(
                        traces.endpoint(),
                        traces.headers(),
                        traces.service(),
                        Main.version(),
                        control.status().node(),
                        traces.ratio(),
                        traces.keys(),
                        control.status().members().size() < 2));
    }
}
