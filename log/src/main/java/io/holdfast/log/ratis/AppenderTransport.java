package io.holdfast.log.ratis;

import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.jspecify.annotations.Nullable;

/**
 * Ratis's gRPC transport with our own appenders. Ratis creates it from its class name, so the
 * appenders are passed in the parameters.
 */
public final class AppenderTransport implements RpcType {

    private static final String APPENDERS = "holdfast.appenders";

    /** Selects this transport. */
    public static void use(RaftProperties settings) {
        settings.set(RaftConfigKeys.Rpc.TYPE_KEY, AppenderTransport.class.getName());
    }

    /** Passes the appenders to the transport that Ratis creates with these parameters. */
    public static void pass(Parameters parameters, Appenders appenders) {
        parameters.put(APPENDERS, appenders, Appenders.class);
    }

    @Override
    public String name() {
        return AppenderTransport.class.getName();
    }

    @Override
    public GrpcFactory newFactory(@Nullable Parameters parameters) {
        Appenders appenders =
                parameters == null ? null : parameters.get(APPENDERS, Appenders.class);
        if (parameters == null || appenders == null) {
            throw new IllegalStateException("the cluster transport requires its parameters");
        }
        return new Factory(parameters, appenders);
    }

    private static final class Factory extends GrpcFactory {

        private final Appenders appenders;

        Factory(Parameters parameters, Appenders appenders) {
            super(parameters);
            this.appenders = appenders;
        }

        @Override
        public SupportedRpcType getRpcType() {
            return SupportedRpcType.GRPC;
        }

        @Override
        public LogAppender newLogAppender(
                RaftServer.Division server, LeaderState state, FollowerInfo follower) {
            return appenders.add(server, state, follower);
        }
    }
}
