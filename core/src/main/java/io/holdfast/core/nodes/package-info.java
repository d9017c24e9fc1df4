/**
 * Owns: the rules of the nodes API: nodes, their edges and versions, the queue of open work, and
 * leases over the resource kernel. The durable half of a claim is an edge of the node; the other
 * half is a grant that expires.
 *
 * <p>Threading: the machine's thread alone. May depend on: {@code core.bytes}, {@code core.codec},
 * {@code core.command}, {@code core.event}, {@code core.outcome}, {@code core.query},
 * {@code core.resource}, {@code core.state}, {@code core.tenants}, {@code core.value}. Read next:
 * {@code NodesBook}, {@code Leases}, then {@code Graph} and {@code QueueIndex}, which are derived
 * from the rows and never written.
 */
@NullMarked
package io.holdfast.core.nodes;

import org.jspecify.annotations.NullMarked;
