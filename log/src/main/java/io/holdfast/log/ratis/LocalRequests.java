package io.holdfast.log.ratis;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.server.RaftServer;

/** Submits requests to a division of this process, on the calling thread. */
public final class LocalRequests {

    private LocalRequests() {}

    /** Fails instead of throwing. */
    public static CompletableFuture<RaftClientReply> submit(
            RaftServer.Division division, RaftClientRequest request) {
        try {
            // The method of the server submits it on another thread.
            return ((RaftClientAsynchronousProtocol) division).submitClientRequestAsync(request);
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
