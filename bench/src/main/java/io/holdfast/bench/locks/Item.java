package io.holdfast.bench.locks;

import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.servers.Subject;

import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One row that is still to be run.
 *
 * @param server the name under which the fleet knows the server
 * @param transport which of the server's addresses is used
 * @param dialogues what each connection says to it
 */
record Item(
        String id,
        String server,
        int connections,
        Transport transport,
        Row.Kind kind,
        Function<Subject, IntFunction<Dialogue>> dialogues) {}
