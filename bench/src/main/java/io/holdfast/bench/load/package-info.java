/**
 * The load generator: raw keep-alive sockets, with one request at a time on each.
 *
 * <p>Owns: connections, in-place parsing of replies, the closed loop, the handover loop, and their
 * measurements.
 *
 * <p>Threading: everything here runs on the caller's thread. Nothing is shared and nothing is
 * allocated per request once a run is warm, because the generator shares its cores with the server.
 *
 * <p>May depend on: HdrHistogram.
 *
 * <p>Read next: {@link io.holdfast.bench.load.Dialogue}, then
 * {@link io.holdfast.bench.load.ClosedLoop}.
 */
@NullMarked
package io.holdfast.bench.load;

import org.jspecify.annotations.NullMarked;
