package io.holdfast.log.raft;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor.MethodType;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.jspecify.annotations.Nullable;

/**
 * What two members tell each other about themselves, in a request and its answer. Ratis's own
 * messages do not identify the sender of an answer, and a member without a group answers none of
 * them.
 *
 * @param node the name of the sender
 * @param address the sender's peer address
 * @param cluster the cluster of its directory; null if the directory is empty
 * @param to the name that the client expects at the address; empty in an answer
 */
record PeerHello(String node, String address, @Nullable UUID cluster, String to) {

    private static final int BYTES_MAX = 4096;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:_\\[\\]%-]{1,300}");

    private static final MethodDescriptor.Marshaller<PeerHello> TEXT =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(PeerHello hello) {
                    return new ByteArrayInputStream(hello.text().getBytes(StandardCharsets.UTF_8));
                }

                @Override
                public PeerHello parse(InputStream stream) {
                    try {
                        byte[] bytes = stream.readNBytes(BYTES_MAX);
                        return PeerHello.parse(new String(bytes, StandardCharsets.UTF_8));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };

    static final MethodDescriptor<PeerHello, PeerHello> METHOD = MethodDescriptor.newBuilder(
                    TEXT, TEXT)
            .setType(MethodType.UNARY)
            .setFullMethodName("holdfast.Peer/Hello")
            .build();

    /** Returns the service that answers; unknown keys of later releases are ignored. */
    static ServerServiceDefinition service(UnaryOperator<PeerHello> answer) {
        return ServerServiceDefinition.builder("holdfast.Peer")
                .addMethod(METHOD, ServerCalls.asyncUnaryCall((asked, observer) -> {
                    observer.onNext(answer.apply(asked));
                    observer.onCompleted();
                }))
                .build();
    }

    String text() {
        return "node=" + node + "\naddress=" + address + "\ncluster="
                + (cluster == null ? "" : cluster) + "\nto=" + to + "\n";
    }

    /** Parses a peer's message. Anyone may reach the port, so only valid names are accepted. */
    static PeerHello parse(String text) {
        Properties values = new Properties();
        try {
            values.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String cluster = values.getProperty("cluster", "");
        return new PeerHello(
                checked(NAME, values.getProperty("node", "")),
                checked(ADDRESS, values.getProperty("address", "")),
                cluster.isEmpty() ? null : UUID.fromString(cluster),
                values.getProperty("to", "").isEmpty()
                        ? ""
                        : checked(NAME, values.getProperty("to", "")));
    }

    private static String checked(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("a peer's hello message is malformed");
        }
        return text;
    }
}
