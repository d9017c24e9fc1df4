package io.holdfast.log.raft;

import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.directory.Identity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupInfoReply;
import org.apache.ratis.protocol.GroupInfoRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the group, before this member joins it, whether the directory is current. A copy that runs
 * beside the original would have a second vote. An old copy has forgotten votes and entries that
 * the others rely on. Members that do not answer are not waited for, so that a group can start
 * after all its members were stopped.
 */
final class StartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

    private final ClusterOptions options;
    private final RaftGroupId group;
    private final RaftClientRpc rpc;
    private final ClientId client = ClientId.randomId();

    StartCheck(ClusterOptions options, Identity identity, RaftClientRpc rpc) {
        this.options = options;
        this.group = RaftGroupId.valueOf(identity.cluster());
        this.rpc = rpc;
    }

    /** @param lastIndex the last entry in the directory */
    void check(long lastIndex) throws DirectoryConflictException {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        long call = 0;
        for (Map.Entry<String, PeerAddress> member : options.peers().entrySet()) {
            RaftPeer peer = Bootstrap.peer(member.getKey(), member.getValue());
            rpc.addRaftPeers(List.of(peer));
            call++;
            GroupInfoRequest question = new GroupInfoRequest(client, peer.getId(), group, call);
            answers.add(asked(peer, question, lastIndex));
        }
        for (CompletableFuture<Void> answer : answers) {
            try {
                answer.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof DirectoryConflictException conflict) {
                    throw conflict;
                }
                LOG.debug("a member could not be asked", e);
            }
        }
    }

    /** Asks all members concurrently, so that unreachable ones cost one timeout together. */
    private CompletableFuture<Void> asked(RaftPeer peer, GroupInfoRequest question, long last) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofVirtual().name("start-check-" + peer.getId()).start(() -> {
            try {
                if (answer(peer, question) instanceof GroupInfoReply info) {
                    compare(peer, info, last);
                }
                done.complete(null);
            } catch (DirectoryConflictException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private @Nullable RaftClientReply answer(RaftPeer peer, GroupInfoRequest question) {
        try {
            return rpc.sendRequest(question);
        } catch (IOException e) {
            LOG.debug("{} does not answer before the start", peer.getId(), e);
            rpc.handleException(peer.getId(), e, true);
            return null;
        }
    }

    private void compare(RaftPeer peer, GroupInfoReply info, long lastIndex)
            throws DirectoryConflictException {
        String own = options.node();
        if (peer.getId().toString().equals(own)) {
            throw new DirectoryConflictException("Another process already runs as member " + own
                    + " of cluster " + group.getUuid() + " at " + peer.getAddress()
                    + ". Two copies of one data directory must not run: stop one of them. To run "
                    + own + " elsewhere, start it there with an empty directory and --join, and"
                    + " run: holdfast cluster replace " + own + "=HOST:PORT");
        }
        for (CommitInfoProto known : info.getCommitInfos()) {
            if (known.getServer().getId().toStringUtf8().equals(own)
                    && known.getCommitIndex() > lastIndex) {
                throw new DirectoryConflictException("This data directory of member " + own
                        + " ends at entry " + lastIndex + ", but " + peer.getId() + " knows that "
                        + own + " had entry " + known.getCommitIndex()
                        + ". It is an old copy and must not be used. Empty it, start " + own
                        + " with --join and run: holdfast cluster replace " + own);
            }
        }
    }
}
