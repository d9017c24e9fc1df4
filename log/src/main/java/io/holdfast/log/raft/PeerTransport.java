package io.holdfast.log.raft;

import io.holdfast.log.LogOptions;
import io.holdfast.log.ratis.AppenderTransport;
import io.holdfast.log.ratis.Appenders;
import io.holdfast.log.ratis.PeerGate;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.apache.ratis.client.RaftClientRpc;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.security.TlsConf.CertificatesConf;
import org.apache.ratis.security.TlsConf.PrivateKeyConf;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/** The parameters of the transport between members: its appenders, services and TLS. */
final class PeerTransport {

    private PeerTransport() {}

    static Parameters parameters(Appenders appenders, ClusterOptions options) {
        ClusterOptions.PeerTls tls = options.tls();
        Parameters parameters = new Parameters();
        PeerGate gate = new PeerGate(options.node());
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters, (builder, types) -> builder.intercept(gate));
        AppenderTransport.pass(parameters, appenders);
        if (tls != null) {
            GrpcConfigKeys.TLS.setConf(parameters, files(tls));
        }
        return parameters;
    }

    /** Creates a client for requests to other members. */
    static RaftClientRpc client(Parameters parameters, LogOptions options) {
        return new GrpcFactory(parameters)
                .newRaftClientRpc(ClientId.randomId(), RatisSettings.client(options));
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
}
