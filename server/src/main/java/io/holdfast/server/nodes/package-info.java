/**
 * Owns: the nodes contract over HTTP: work nodes as markdown or JSON, their edges, the queue, and
 * leases on them. Who asks comes through {@code Identities}; how a text looks after it was changed
 * is worked out here, because the machine never reads one.
 *
 * <p>Threading: handlers run on the event loops; outcomes and answers arrive on the node's lane and
 * are put into words on the loop of whoever asked. May depend on: {@code io.holdfast.server.http},
 * {@code edge}, {@code io.holdfast.log.node} and the vocabulary of {@code core}. Read next:
 * {@code NodesDialect}, {@code LeaseHandlers}, {@code FrontMatter}.
 */
@NullMarked
package io.holdfast.server.nodes;

import org.jspecify.annotations.NullMarked;
