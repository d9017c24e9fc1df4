package io.holdfast.log.raft;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.security.TlsConf.CertificatesConf;
import org.apache.ratis.security.TlsConf.PrivateKeyConf;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * The transport between members: Ratis's gRPC with our own appenders. Ratis creates it from its
 * class name, so its dependencies are passed in the parameters.
 */
final class PeerTransport implements RpcType {

    private static final String APPENDERS = "holdfast.appenders";

    @Override
    public String name() {
        return PeerTransport.class.getName();
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

    static Parameters parameters(Appenders appenders, ClusterOptions options) {
        ClusterOptions.PeerTls tls = options.tls();
        Parameters parameters = new Parameters();
        PeerGate gate = new PeerGate(options.node());
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters, (builder, types) -> builder.intercept(gate));
        parameters.put(APPENDERS, appenders, Appenders.class);
        if (tls != null) {
            GrpcConfigKeys.TLS.setConf(parameters, files(tls));
        }
        return parameters;
    }

    /** Adds a service to those of Ratis and to those added before. */
    static void addService(Parameters parameters, ServerServiceDefinition service) {
        GrpcServices.Customizer before = GrpcConfigKeys.Server.servicesCustomizer(parameters);
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters,
                (builder, types) -> (before == null ? builder : before.customize(builder, types))
                        .addService(service));
    }

    /** Returns the TLS context for connections to peers; null without TLS. */
    static @Nullable SslContext connecting(ClusterOptions.@Nullable PeerTls tls) {
        return tls == null ? null : GrpcUtil.buildSslContextForClient(files(tls));
    }

    private static GrpcTlsConfig files(ClusterOptions.PeerTls tls) {
        return GrpcTlsConfig.newBuilder()
                .setPrivateKey(new PrivateKeyConf(tls.key().toFile()))
                .setKeyCertificates(new CertificatesConf(tls.certificate().toFile()))
                .setTrustCertificates(new CertificatesConf(tls.authority().toFile()))
                .setMutualTls(true)
                // Both ends are members, so no older version is needed.
                .setProtocols("TLSv1.3")
                .build();
    }

    /**
     * Checks that the peer port is free. Ratis would report this with a stack trace, as if the
     * process had to end.
     */
    static void checkFree(ClusterOptions options) throws BindException {
        String bindHost = options.bindHost();
        PeerAddress own = options.own();
        String host = bindHost == null ? own.host() : bindHost;
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, own.port()));
        } catch (IOException e) {
            BindException problem = new BindException("cannot listen for peers on " + host + ":"
                    + own.port() + ": " + e.getMessage() + ". Stop the process that listens there,"
                    + " or change the address of " + options.node() + " in --peers.");
            problem.initCause(e);
            throw problem;
        }
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
