/**
 * Clients that keep a server busy and remember what they were told, and the checks of it.
 *
 * <p>Owns: what each client knows of its grants, places and sessions, where an outcome that was
 * lost leaves both possibilities open; and what must be true of it all.
 *
 * <p>Threading: a client belongs to one thread at a time; what all clients share is made for that.
 *
 * <p>May depend on: {@code rig.wire}.
 *
 * <p>Read next: {@link io.holdfast.rig.load.LoadClient}, then
 * {@link io.holdfast.rig.load.HistoryCheck}.
 */
@NullMarked
package io.holdfast.rig.load;

import org.jspecify.annotations.NullMarked;
