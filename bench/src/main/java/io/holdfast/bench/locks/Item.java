package io.holdfast.bench.locks;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.servers.Subject;

import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One row that is still to be run.
 *
 * @param server the server's name in the fleet
 * @param transport which of the server's addresses is used
 * @param dialogues the requests of each connection
 */
record Item(
        String id,
        String server,
        int connections,
        Transport transport,
        Row.Kind kind,
        Function<Subject, IntFunction<Dialogue>> dialogues) {}
