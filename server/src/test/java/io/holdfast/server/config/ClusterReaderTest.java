package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.PeerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which flags configure a cluster, and the errors for invalid combinations. */
final class ClusterReaderTest {

    private static final Map<String, String> HOME = Map.of("HOME", "/houses/somebody");
    private static final String PEERS = "n1=127.0.0.1:7001,n2=127.0.0.1:7002,n3=127.0.0.1:7003";

    @TempDir
    private Path directory;

    private static ServerConfig read(String... flags) throws ConfigException {
        return ConfigReader.read(List.of(flags), HOME);
    }

    private static ClusterOptions options(String... flags) throws ConfigException {
        ClusterOptions options = read(flags).cluster().options();
        if (options == null) {
            throw new AssertionError("no cluster");
        }
        return options;
    }

    private static ConfigException refused(String... flags) {
        ConfigException error = catchThrowableOfType(ConfigException.class, () -> read(flags));
        assertThat(error).as(String.join(" ", flags)).isNotNull();
        assertThat(error.exitCode()).isEqualTo(ConfigException.CONFIGURATION);
        return error;
    }

    @Test
    void serverWithoutPeersIsASingleMember() throws ConfigException {
        assertThat(read().cluster().options()).isNull();
        assertThat(read().cluster().node()).isNull();
        assertThat(read("--node", "n7").cluster().options()).isNull();
        assertThat(read("--node", "n7").cluster().node()).isEqualTo("n7");
    }

    @Test
    void peersAreReadWithTheirAddresses() throws ConfigException {
        ClusterOptions options = options("--node", "n2", "--peers", PEERS);

        assertThat(options.node()).isEqualTo("n2");
        assertThat(options.peers())
                .containsOnlyKeys("n1", "n2", "n3")
                .containsEntry("n3", new PeerAddress("127.0.0.1", 7003));
        assertThat(options.join()).isFalse();
        assertThat(options.tls()).isNull();
    }

    @Test
    void joiningMemberMayListOnlyItself() throws ConfigException {
        ClusterOptions options =
                options("--node", "n4", "--peers", "n4=[::1]:7004", "--join", "--leader-wait", "3");

        assertThat(options.join()).isTrue();
        assertThat(options.peers()).containsEntry("n4", new PeerAddress("[::1]", 7004));
    }

    @Test
    void leaderWaitIsInSeconds() throws ConfigException {
        assertThat(read().cluster().patienceNanos()).isEqualTo(10_000_000_000L);
        assertThat(read("--leader-wait", "3").cluster().patienceNanos()).isEqualTo(3_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n 1", "-n1", "n/1", "é", "_", "n=1"})
    void invalidMemberNameIsRejected(String name) {
        assertThat(refused("--node", name)).hasMessageContaining("--node is \"" + name + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n1",
                "n1=",
                "n1=127.0.0.1",
                "n1=127.0.0.1:0",
                "n1=127.0.0.1:65536",
                "n1=127.0.0.1:x",
                "n1=:7001",
                "=127.0.0.1:7001",
                "127.0.0.1:7001",
                "n1=::1:7001",
                "n 1=127.0.0.1:7001",
            })
    void invalidPeerIsNamedInTheError(String item) {
        assertThat(refused("--node", "n1", "--peers", item))
                .hasMessageContaining("--peers has \"" + item + "\"")
                .hasMessageContaining("expected NAME=HOST:PORT");
    }

    @Test
    void contradictoryFlagsAreRejectedWithAdvice() {
        assertThat(refused("--join")).hasMessageContaining("--node NAME and --peers");
        assertThat(refused("--peers", PEERS)).hasMessageContaining("without --node");
        assertThat(refused("--node", "n4", "--peers", PEERS))
                .hasMessageContaining("--peers does not name n4");
        assertThat(refused("--ephemeral", "--node", "n1", "--peers", PEERS))
                .hasMessageContaining("Remove --ephemeral or --peers");
        assertThat(refused("--node", "n1", "--peers", "n1=127.0.0.1:7001,n1=127.0.0.1:7002"))
                .hasMessageContaining("names n1 twice");
        assertThat(refused("--node", "n1", "--peers", "n1=127.0.0.1:7001,n2=127.0.0.1:7001"))
                .hasMessageContaining("gives 127.0.0.1:7001 to two members");
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1,''", "127.0.0.1,0.0.0.0"})
    void nonLoopbackPeersNeedTlsOrInsecure(String host, String bind) throws Exception {
        List<String> flags =
                new ArrayList<>(List.of("--node", "n1", "--peers", "n1=" + host + ":7001"));
        if (!bind.isEmpty()) {
            flags.addAll(List.of("--peer-host", bind));
        }
        assertThat(refused(flags.toArray(String[]::new)))
                .hasMessageContaining("--peer-tls-cert")
                .hasMessageContaining("--insecure");
        List<String> insecure = new ArrayList<>(flags);
        insecure.add("--insecure");
        assertThat(ConfigReader.read(insecure, HOME).warnings())
                .anyMatch(warning -> warning.contains("peers' port"));
        flags.addAll(tls());
        assertThat(ConfigReader.read(flags, HOME).warnings()).isEmpty();
    }

    @Test
    void unresolvableAddressIsRejected() {
        assertThat(refused("--node", "n1", "--peers", "n1=nowhere.invalid:7001"))
                .hasMessageContaining("\"nowhere.invalid\"")
                .hasMessageContaining("--peer-host");
    }

    @Test
    void peerTlsNeedsAllThreeFiles() throws Exception {
        List<String> all = tls();
        assertThat(withTls(all).tls()).isNotNull();
        for (int left = 0; left < all.size(); left += 2) {
            List<String> some = new ArrayList<>(all);
            some.subList(left, left + 2).clear();
            assertThat(refused(clustered(some))).hasMessageContaining("Give all three, or none");
        }
    }

    @Test
    void missingPeerTlsFileIsNamedWithItsFlag() throws Exception {
        List<String> all = new ArrayList<>(tls());
        for (int i = 0; i < all.size(); i += 2) {
            List<String> wrong = new ArrayList<>(all);
            wrong.set(i + 1, directory.resolve("none").toString());
            assertThat(refused(clustered(wrong)))
                    .hasMessageContaining(all.get(i) + " names")
                    .hasMessageContaining("cannot be read");
        }
    }

    @Test
    void peerTlsKeyReadableByOthersIsRejected() throws Exception {
        List<String> all = tls();
        Files.setPosixFilePermissions(
                directory.resolve("key"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused(clustered(all)))
                .hasMessageContaining("--peer-tls-key")
                .hasMessageContaining("chmod 600");
    }

    private List<String> tls() throws IOException {
        Path key = Files.writeString(directory.resolve("key"), "k");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return List.of(
                "--peer-tls-cert",
                Files.writeString(directory.resolve("cert"), "c").toString(),
                "--peer-tls-key",
                key.toString(),
                "--peer-tls-ca",
                Files.writeString(directory.resolve("ca"), "a").toString());
    }

    private static String[] clustered(List<String> more) {
        List<String> flags = new ArrayList<>(List.of("--node", "n1", "--peers", PEERS));
        flags.addAll(more);
        return flags.toArray(String[]::new);
    }

    private static ClusterOptions withTls(List<String> flags) throws ConfigException {
        return options(clustered(flags));
    }
}
