/**
 * Owns: everything that depends on how Apache Ratis is implemented, and that a new version may
 * break without a compiler error. {@code RatisInternalsTest} fails with any other version until
 * each dependence in this list was reviewed:
 *
 * <ul>
 *   <li>{@code PromptAppender} extends {@code GrpcLogAppender}, which builds each message to a
 *       follower with {@code newAppendEntriesRequest}: a new commit index is sent at once.
 *   <li>{@code Appenders} wraps {@code LeaderState} to see each follower's reply, and relies on
 *       rising call ids: a read is confirmed only by replies to later messages.
 *   <li>{@code AppenderTransport} overrides {@code GrpcFactory.newLogAppender}; Ratis creates it
 *       from a class name.
 *   <li>{@code PeerProxies} removes entries from {@code PeerProxyMap.peers} by reflection: Ratis
 *       cannot forget the address of a peer that has moved.
 *   <li>{@code PeerGate} lists the requests between members: Ratis does not compare the name that a
 *       request is meant for.
 *   <li>{@code NoMetrics} replaces Ratis's metrics. {@code SegmentedRaftLogWorker} measures each
 *       sync with the timer {@code flushTime}.
 *   <li>{@code LocalRequests} casts a division to the protocol of asynchronous clients: requests
 *       are submitted without a change of thread.
 *   <li>{@code SegmentReader}, {@code UnfinishedWrite}, {@code SegmentCheck}, {@code GroupFiles}
 *       and {@code StoredConfiguration} read Ratis's files: Ratis does not detect all damage.
 *   <li>{@code GroupSeed} writes the files of a group whose log begins after a snapshot: Ratis can
 *       only create groups with an empty log.
 *   <li>{@code SnapshotLoading} finds the updater thread and its method by their names: a snapshot
 *       that is installed during a load would be lost.
 *   <li>{@code RatisServers} prevents Ratis from ending the process, and bounds its close, which
 *       may wait for ever after a failure.
 *   <li>{@code AtomicFileOutputStream} and {@code BufferedWriteChannel} replace the classes of the
 *       same name in {@code org.apache.ratis}: those continue to write after a failure.
 * </ul>
 *
 * <p>Threading: each class says which thread calls it. May depend on: {@code log},
 * {@code log.storage}; Apache Ratis. Read next: {@code Appenders}, then {@code SegmentCheck}.
 */
@NullMarked
package io.holdfast.log.ratis;

import org.jspecify.annotations.NullMarked;
