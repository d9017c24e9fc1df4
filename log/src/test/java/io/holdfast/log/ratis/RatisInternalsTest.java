package io.holdfast.log.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.metrics.SegmentedRaftLogMetrics;
import org.apache.ratis.server.raftlog.segmented.LogSegmentPath;
import org.apache.ratis.server.raftlog.segmented.SegmentedRaftLogFormat;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor.PrototypeMarshaller;
import org.apache.ratis.util.PeerProxyMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fails with another version of Ratis until this package was reviewed. Compare each class of Ratis
 * in the table below with the one of the reviewed version, check that what the description of this
 * package says about it still holds, and then record the new version and digests.
 */
final class RatisInternalsTest {

    private static final String REVIEWED = "3.3.0";

    /** Uses of internals, as they appear in sources. */
    private static final List<String> INTERNALS = List.of(
            "setAccessible",
            "RaftClientAsynchronousProtocol",
            "extends Grpc",
            "org.apache.ratis.client.impl.",
            "org.apache.ratis.metrics.",
            "org.apache.ratis.server.impl.",
            "org.apache.ratis.server.leader.",
            "org.apache.ratis.server.raftlog.segmented.");

    @ParameterizedTest
    @ValueSource(
            strings = {"client", "common", "grpc", "metrics-api", "proto", "server", "server-api"})
    void ratisVersionIsTheReviewedOne(String module) throws IOException {
        String name = "META-INF/maven/org.apache.ratis/ratis-" + module + "/pom.properties";
        Properties properties = new Properties();
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(name)) {
            properties.load(Objects.requireNonNull(in, name));
        }
        assertThat(properties.getProperty("version"))
                .as("ratis-%s: review what package %s lists", module, getClass().getPackageName())
                .isEqualTo(REVIEWED);
    }

    /** Digests of the reviewed classes, each with the class of ours that relies on it. */
    @ParameterizedTest
    @CsvSource({
        "AtomicFileOutputStream, util/AtomicFileOutputStream,"
                + "c89e04d9d5e989e6ebeda0ebb1769585dc9f6d8c954382752a7f2afd04a27077",
        "AtomicFileOutputStream, server/storage/RaftStorageMetadataFileImpl,"
                + "7c1ceb935556835e183f10c27e6fa8bf6e836366f42bfc77a7f6f461d6b1b0f0",
        "AtomicFileOutputStream, server/storage/RaftStorageImpl,"
                + "cdda05a9526cbc89ca3cda2982030292c591d0065e26d75d57a79b68818b58d2",
        "BufferedWriteChannel, server/raftlog/segmented/BufferedWriteChannel,"
                + "d98b1f3910ab3d73f694e0a05c0c006d8721f053f357b48a7d09af0b173b9501",
        "BufferedWriteChannel, server/raftlog/segmented/SegmentedRaftLogOutputStream,"
                + "77528c6fe859854096cdbf8ab8c5bcd24e81fa585daec5c824cf2800ff5cc095",
        "PromptAppender, grpc/server/GrpcLogAppender,"
                + "5396020b7a55a4ab5fda8bec366824081089de5c0da25c9b1943cf2c4dee32d7",
        "PromptAppender, server/leader/LogAppenderBase,"
                + "07533bcbe5ba6d7c917b70065b0b8fb5ecc6f317ce3afdb9a0dd7845f59e953e",
        "Appenders, server/impl/LeaderStateImpl,"
                + "469c7b0751e4a3f234cfe676c9c354dd8ca5c7e0dbd1752cc497a839d50b9148",
        "AppenderTransport, grpc/GrpcFactory,"
                + "aed05ac9ac90d9a6a75ec4e9f401c23b0acc2a7c1ab4fe243d9904497a4e9f7a",
        "AppenderTransport, rpc/RpcType,"
                + "3411756388dac29cdcf65d2f4b8270881045bed0786769ec22bdc1c29e9088c9",
        "PeerProxies, util/PeerProxyMap,"
                + "7adea179e7cc7f84cda966864a25af198b9c2afcf2850c640377fc78b43361bc",
        "NoMetrics, server/metrics/SegmentedRaftLogMetrics,"
                + "9ebcd2e68da35c989fe70da5e49a860b5c2fe6a08a43248e7111708fea14aac6",
        "NoMetrics, server/raftlog/segmented/SegmentedRaftLogWorker,"
                + "6924644446761f69121c0f427c0ada33ce39185a37e3c76c6739257154bc71f2",
        "LocalRequests, server/impl/RaftServerImpl,"
                + "155c0da2d94ab5c44d9a636e4604c676d56cc48566e96e85cc85e93bf5e6c569",
        "SegmentReader, server/raftlog/segmented/SegmentedRaftLogFormat,"
                + "aa185bb5edb331b7f347da85770f4957c30e8c88a0161b1dc23cea57c20d452c",
        "SegmentReader, server/raftlog/segmented/SegmentedRaftLogReader,"
                + "af1788a91bd54b9bfaab21e5e15e4fcd0c65238d1adba3c891ffa0ec0363b718",
        "SegmentCheck, server/raftlog/segmented/LogSegmentStartEnd,"
                + "935d6483f32f4217da974f124525d7aee40079efe350141fc3c68fadc4cea4ff",
        "GroupFiles, server/storage/RaftStorageDirectoryImpl,"
                + "620e23796ce58375f89b985f316051eadd0155c0973929201e81c8e82475e6a7",
        "SnapshotLoading, server/impl/StateMachineUpdater,"
                + "0953a1d07d6a1e18a248702f886c7054e50f28be81c7c2946673a2cbd729f2f2",
        "SnapshotLoading, server/impl/SnapshotInstallationHandler,"
                + "79002ec90805baf732b61ad5e11767b66b644be247dcbd1eedea806bbb52b18d",
        "RatisServers, util/ExitUtils,"
                + "9441135719e26e6043e3d0c01ca77782e23e41f8ba645dfdb93e42631dc9d5ff"
    })
    void ratisClassIsTheReviewedOne(String ours, String name, String digest) throws Exception {
        String file = "org/apache/ratis/" + name + ".class";
        List<URL> found = Collections.list(getClass().getClassLoader().getResources(file));
        URL ratis = found.getLast();
        assertThat(ratis.toString()).contains("/ratis-");
        assertThat(digest(ratis)).as("%s relies on %s", ours, name).isEqualTo(digest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.ratis.util.AtomicFileOutputStream",
                "org.apache.ratis.server.raftlog.segmented.BufferedWriteChannel"
            })
    void replacementIsLoadedFirst(String name) throws ClassNotFoundException {
        assertThat(source(Class.forName(name))).isEqualTo(source(PeerProxies.class));
    }

    @Test
    void peersCanBeRemovedFromTheMapOfProxies() throws NoSuchFieldException {
        assertThat(PeerProxyMap.class.getDeclaredField("peers").getType()).isEqualTo(Map.class);
    }

    @Test
    void appenderBuildsItsRequestsInAMethodThatCanBeOverridden() throws NoSuchMethodException {
        Method method = GrpcLogAppender.class.getMethod(
                "newAppendEntriesRequest", long.class, boolean.class);
        assertThat(Modifier.isFinal(method.getModifiers())).isFalse();
    }

    /** A method with a default implementation would otherwise bypass Ratis's leader. */
    @Test
    void leaderStateIsForwardedCompletely() throws NoSuchMethodException {
        for (Method method : LeaderState.class.getMethods()) {
            assertThat(Appenders.ReplyListener.class.getDeclaredMethod(
                            method.getName(), method.getParameterTypes()))
                    .isNotNull();
        }
    }

    @Test
    void transportIsCreatedFromItsName() {
        String name = AppenderTransport.class.getName();
        assertThat(RpcType.valueOf(name)).isInstanceOf(AppenderTransport.class);
    }

    @Test
    void syncTimerIsTheOneThatRatisStopsAfterASync() {
        assertThat(SegmentedRaftLogMetrics.RAFT_LOG_FLUSH_TIME).isEqualTo(NoMetrics.SYNC_TIMER);
        assertThat(MetricRegistries.global()).isInstanceOf(NoMetrics.class);
    }

    @Test
    void divisionAcceptsRequestsItself() throws ClassNotFoundException {
        assertThat(Class.forName("org.apache.ratis.server.impl.RaftServerImpl"))
                .isAssignableTo(RaftServer.Division.class)
                .isAssignableTo(RaftClientAsynchronousProtocol.class);
    }

    @Test
    void peerGateKnowsEveryRequestOfTheProtocol() {
        Collection<MethodDescriptor<?, ?>> methods =
                RaftServerProtocolServiceGrpc.getServiceDescriptor().getMethods();
        assertThat(methods).isNotEmpty();
        for (MethodDescriptor<?, ?> method : methods) {
            PrototypeMarshaller<?> marshaller =
                    (PrototypeMarshaller<?>) method.getRequestMarshaller();
            assertThat(PeerGate.request(Objects.requireNonNull(marshaller.getMessagePrototype())))
                    .as(method.getFullMethodName())
                    .isNotNull();
        }
    }

    @Test
    void segmentsHaveTheExpectedHeaderAndNames(@TempDir Path directory) throws IOException {
        assertThat(SegmentedRaftLogFormat.getHeaderBytebuffer())
                .isEqualTo(ByteBuffer.wrap(SegmentReader.HEAD));
        assertThat(SegmentedRaftLogFormat.getTerminator()).isZero();
        for (String name : List.of("log_0-5", "log_inprogress_6")) {
            Path segment = Files.write(directory.resolve(name), SegmentReader.HEAD);
            assertThat(LogSegmentPath.matchLogSegment(segment)).as(name).isNotNull();
        }
    }

    @Test
    void groupHasTheExpectedFiles() throws ReflectiveOperationException {
        Class<?> storage =
                Class.forName("org.apache.ratis.server.storage.RaftStorageDirectoryImpl");
        Class<?> meta =
                Class.forName("org.apache.ratis.server.storage.RaftStorageMetadataFileImpl");
        String file = constant(storage, "META_FILE_NAME");
        assertThat(file).isEqualTo(GroupFiles.TERM);
        assertThat(file + constant(storage, "CONF_EXTENSION")).isEqualTo(GroupFiles.CONFIGURATION);
        assertThat(constant(meta, "TERM_KEY")).isEqualTo(GroupFiles.TERM_KEY);
        UUID group = new UUID(1, 2);
        Path root = Path.of("raft");
        assertThat(GroupFiles.segments(root, group)).isEqualTo(root.resolve(group + "/current"));
        assertThat(GroupFiles.snapshots(root, group)).isEqualTo(root.resolve(group + "/sm"));
    }

    @Test
    void updaterLoadsSnapshotsInTheExpectedMethod() throws ReflectiveOperationException {
        Class<?> updater = Class.forName("org.apache.ratis.server.impl.StateMachineUpdater");
        assertThat("-" + updater.getSimpleName()).isEqualTo(SnapshotLoading.UPDATER);
        assertThat(updater.getDeclaredMethod(SnapshotLoading.LOADS)).isNotNull();
    }

    @Test
    void internalsAreUsedInThisPackageOnly() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/holdfast"))) {
            List<Path> users = files.filter(Files::isRegularFile)
                    .filter(RatisInternalsTest::usesInternals)
                    .toList();
            assertThat(users)
                    .isNotEmpty()
                    .allMatch(file -> file.startsWith("src/main/java/io/holdfast/log/ratis"));
        }
    }

    private static boolean usesInternals(Path file) {
        try {
            String text = Files.readString(file);
            return INTERNALS.stream().anyMatch(text::contains);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    private static String constant(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return String.valueOf(field.get(null));
    }

    private static URL source(Class<?> loaded) {
        return loaded.getProtectionDomain().getCodeSource().getLocation();
    }

    private static String digest(URL file) throws IOException, NoSuchAlgorithmException {
        try (InputStream in = file.openStream()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
            return HexFormat.of().formatHex(digest);
        }
    }
}
