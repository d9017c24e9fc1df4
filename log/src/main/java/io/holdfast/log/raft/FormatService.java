package io.holdfast.log.raft;

import io.holdfast.core.value.Format;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.StatusRuntimeException;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the newest format that a member reads, over the peer port and its TLS. Ratis accepts
 * requests only for started members, but a member that waits to be added must answer too. An
 * earlier release does not have this service, and reads only the oldest format.
 */
final class FormatService {

    /** The format of a member that does not answer. */
    static final int UNKNOWN = 0;

    private static final Logger LOG = LoggerFactory.getLogger(FormatService.class);
    private static final long ANSWER_SECONDS_MAX = 3;
    private static final String SERVICE = "io.holdfast.Peer";

    private static final MethodDescriptor<Integer, Integer> FORMAT =
            MethodDescriptor.<Integer, Integer>newBuilder(new Numbers(), new Numbers())
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Format"))
                    .build();

    private FormatService() {}

    /** Encodes a number as four bytes. */
    private static final class Numbers implements MethodDescriptor.Marshaller<Integer> {

        @Override
        public InputStream stream(Integer number) {
            return new ByteArrayInputStream(
                    ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
        }

        @Override
        public Integer parse(InputStream stream) {
            try {
                byte[] bytes = stream.readNBytes(Integer.BYTES);
                return bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : UNKNOWN;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Adds the service to the port of these parameters. */
    static void serve(Parameters parameters, IntSupplier formatMax) {
        ServerServiceDefinition service = ServerServiceDefinition.builder(SERVICE)
                .addMethod(FORMAT, ServerCalls.asyncUnaryCall((asked, answer) -> {
                    answer.onNext(formatMax.getAsInt());
                    answer.onCompleted();
                }))
                .build();
        PeerTransport.addService(parameters, service);
    }

    /** Asks the member at the address; waits at most a few seconds. */
    static int ask(Parameters parameters, String address) {
        ManagedChannel channel;
        try {
            NettyChannelBuilder builder = NettyChannelBuilder.forTarget(address);
            GrpcTlsConfig tls = GrpcConfigKeys.TLS.conf(parameters);
            channel = (tls == null
                            ? builder.usePlaintext()
                            : builder.sslContext(GrpcUtil.buildSslContextForClient(tls)))
                    .build();
        } catch (RuntimeException e) {
            LOG.debug("cannot connect to {} to ask which formats it reads", address, e);
            return UNKNOWN;
        }
        try {
            CallOptions options =
                    CallOptions.DEFAULT.withDeadlineAfter(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
            return ClientCalls.blockingUnaryCall(channel, FORMAT, options, Format.NEWEST);
        } catch (StatusRuntimeException e) {
            LOG.debug("{} does not report which formats it reads", address, e);
            return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED ? Format.OLDEST : UNKNOWN;
        } finally {
            channel.shutdownNow();
        }
    }
}
