/**
 * Owns: the rules of work nodes: their edges, their versions, the queue they stand in, and the
 * leases on them over the resource kernel. The durable half of a claim is an edge of the node; the
 * other half is a grant that ends by itself.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code io.holdfast.core.resource} and
 * {@code state}. Read next: {@code NodesBook}, {@code Leases}, then {@code Graph} and
 * {@code QueueIndex}, which are derived from the rows and never written.
 */
@NullMarked
package io.holdfast.core.nodes;

import org.jspecify.annotations.NullMarked;
