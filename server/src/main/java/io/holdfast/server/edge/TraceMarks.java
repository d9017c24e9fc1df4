package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.RequestTrace;

import org.jspecify.annotations.Nullable;

/** Tells the trace of a request what its command does to others. */
final class TraceMarks {

    private TraceMarks() {}

    /** Marks the trace, if there is one, before the command is submitted. */
    static void submits(Exchange exchange, Command<?> command) {
        RequestTrace trace = exchange.trace();
        if (trace != null) {
            mark(trace, command);
        }
    }

    /** Only these commands end a grant for which another request may wait. */
    private static void mark(RequestTrace trace, Command<?> command) {
        if (command instanceof LocksCommand.Release release) {
            trace.releases(release.name(), release.token().fence());
        } else if (command instanceof PoolsCommand.Return returned) {
            trace.releases(returned.name(), 0);
        } else if (command instanceof ResourceCommand.Break broken) {
            trace.releases(broken.name(), broken.fence());
        }
    }

    /** Marks the end of a wait with the fence of the grant, if there is a trace. */
    static void answered(@Nullable RequestTrace trace, Outcome outcome) {
        if (trace != null) {
            trace.answered(
                    outcome instanceof Outcome.Granted granted
                            ? granted.token().fence()
                            : outcome instanceof Outcome.Lent lent ? lent.fence() : 0);
        }
    }
}
