package io.holdfast.server.config;

import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.PeerAddress;
import io.holdfast.log.raft.StoredGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the members of the cluster. */
final class ClusterReader {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterReader.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private final Values values;
    private final List<String> warnings;

    ClusterReader(Values values, List<String> warnings) {
        this.values = values;
        this.warnings = warnings;
    }

    /** @param dataDir null if the state is ephemeral, which a cluster member cannot use */
    ServerConfig.Cluster cluster(@Nullable Path dataDir) throws ConfigException {
        String node = values.text(ClusterSetting.NODE);
        if (node != null && !NAME.matcher(node).matches()) {
            throw wrong("--node is \"" + node
                    + "\"; expected a name of letters, digits, dots, dashes and underlines.");
        }
        long patienceNanos = values.nanos(ClusterSetting.LEADER_WAIT);
        long lostNanos = values.nanos(LogSetting.NODE_LOST);
        if (values.text(ClusterSetting.PEERS) == null) {
            if (values.on(ClusterSetting.JOIN)) {
                throw wrong("--join needs this member's name and peer address:"
                        + " give --node NAME and --peers NAME=HOST:PORT.");
            }
            ClusterOptions kept = dataDir == null ? null : kept(node, dataDir);
            return new ServerConfig.Cluster(node, kept, lostNanos, patienceNanos);
        }
        if (node == null) {
            throw wrong("--peers is given without --node. Name this member with --node.");
        }
        if (dataDir == null) {
            throw wrong("--ephemeral stores nothing, but a cluster member needs a durable log."
                    + " Remove --ephemeral or --peers.");
        }
        ClusterOptions options = options(node, peers(), dataDir);
        return new ServerConfig.Cluster(node, options, lostNanos, patienceNanos);
    }

    private SortedMap<String, PeerAddress> peers() throws ConfigException {
        SortedMap<String, PeerAddress> peers = new TreeMap<>();
        for (String item : values.items(ClusterSetting.PEERS)) {
            int equals = item.indexOf('=');
            String name = equals < 0 ? item : item.substring(0, equals);
            try {
                PeerAddress address = PeerAddress.parse(item.substring(equals + 1));
                if (equals < 0 || !NAME.matcher(name).matches()) {
                    throw new IllegalArgumentException("expected a name");
                }
                if (peers.containsValue(address)) {
                    throw wrong("--peers gives " + address
                            + " to two members. Give each its own address.");
                }
                if (peers.put(name, address) != null) {
                    throw wrong("--peers names " + name + " twice. Give each member its own name.");
                }
            } catch (IllegalArgumentException e) {
                throw wrong("--peers has \"" + item + "\"; expected NAME=HOST:PORT, such as"
                        + " n1=10.0.0.1:6390.");
            }
        }
        return peers;
    }

    /** Returns the stored members, if this one is started without --peers; null if it is alone. */
    private @Nullable ClusterOptions kept(@Nullable String node, Path dataDir)
            throws ConfigException {
        try {
            ClusterOptions kept = StoredGroup.read(dataDir)
                    .options(node, values.text(ClusterSetting.PEER_HOST), tls());
            if (kept != null) {
                checkReach(kept);
            }
            return kept;
        } catch (DirectoryConflictException e) {
            throw wrong(e.getMessage() + ".");
        } catch (IOException e) {
            return unreadable(dataDir, e);
        }
    }

    /** The start reads the file again and reports the error. */
    private static @Nullable ClusterOptions unreadable(Path dataDir, IOException e) {
        LOG.debug("cannot read the members stored in {}", dataDir, e);
        return null;
    }

    private static ClusterOptions reconciled(ClusterOptions flags, Path dataDir)
            throws ConfigException {
        try {
            return StoredGroup.read(dataDir).reconcile(flags);
        } catch (DirectoryConflictException e) {
            throw wrong(e.getMessage() + ".");
        } catch (IOException e) {
            unreadable(dataDir, e);
            return flags;
        }
    }

    private ClusterOptions options(String node, SortedMap<String, PeerAddress> peers, Path dataDir)
            throws ConfigException {
        if (!peers.containsKey(node)) {
            throw wrong("--peers does not name " + node
                    + ", which is this member. Add it, or correct --node.");
        }
        String bindHost = values.text(ClusterSetting.PEER_HOST);
        ClusterOptions flags =
                new ClusterOptions(node, peers, bindHost, values.on(ClusterSetting.JOIN), tls());
        ClusterOptions options = reconciled(flags, dataDir);
        checkReach(options);
        return options;
    }

    private ClusterOptions.@Nullable PeerTls tls() throws ConfigException {
        Path certificate = file(ClusterSetting.PEER_TLS_CERT);
        Path key = file(ClusterSetting.PEER_TLS_KEY);
        Path authority = file(ClusterSetting.PEER_TLS_CA);
        if (certificate == null && key == null && authority == null) {
            return null;
        }
        if (certificate == null || key == null || authority == null) {
            throw wrong("TLS between peers needs --peer-tls-cert, --peer-tls-key and"
                    + " --peer-tls-ca. Give all three, or none.");
        }
        GuardReader.checkPrivate(key, ClusterSetting.PEER_TLS_KEY);
        return new ClusterOptions.PeerTls(certificate, key, authority);
    }

    private @Nullable Path file(ClusterSetting setting) throws ConfigException {
        String name = values.text(setting);
        if (name == null) {
            return null;
        }
        Path file = Path.of(name);
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw wrong("--" + setting.flagName() + " names " + file
                    + ", which cannot be read. Check path and permissions.");
        }
        return file;
    }

    /** Without TLS, any client that reaches the peer port can write into the log. */
    private void checkReach(ClusterOptions options) throws ConfigException {
        if (options.tls() != null) {
            return;
        }
        String bindHost = options.bindHost();
        String host = bindHost == null ? options.own().host() : bindHost;
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return;
            }
        } catch (UnknownHostException e) {
            throw wrong("Cannot resolve the peer address \"" + host + "\". Give an address of"
                    + " this machine with --peer-host.");
        }
        if (!values.on(AuthSetting.INSECURE)) {
            throw wrong("Listening for peers on " + host + " without TLS lets other machines write"
                    + " into the log. Give --peer-tls-cert, --peer-tls-key and --peer-tls-ca, or"
                    + " --insecure if this is intended.");
        }
        warnings.add("Any client that reaches the peers' port on " + host
                + " can write into the log: --insecure is on and peers use no TLS.");
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
