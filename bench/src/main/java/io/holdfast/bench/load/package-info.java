/**
 * The load generator: raw keep-alive sockets, one request at a time on each of them.
 *
 * <p>Owns: connections, the parsing of replies in place, the closed loop, the handover loop, what
 * they measured.
 *
 * <p>Threading: one thread runs everything here, the caller's. Nothing is shared and nothing is
 * allocated for a request once a run is warm, because a generator on the server's own cores takes
 * from the server what it costs itself.
 *
 * <p>May depend on: the JDK and HdrHistogram.
 *
 * <p>Read next: {@link io.holdfast.bench.load.Dialogue}, then
 * {@link io.holdfast.bench.load.ClosedLoop}.
 */
@NullMarked
package io.holdfast.bench.load;

import org.jspecify.annotations.NullMarked;
