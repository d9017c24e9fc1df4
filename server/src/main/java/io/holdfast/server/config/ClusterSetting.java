package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Which other nodes there are, and how this one speaks with them. */
enum ClusterSetting implements Setting {
    NODE(
            "node",
            "NODE",
            text("NAME"),
            null,
            "This node's name among its peers; kept in the data directory. Default: n1."),
    PEERS(
            "peers",
            "PEERS",
            text("NAME=HOST:PORT,..."),
            null,
            "All members of the cluster, this one too, and where each listens for its peers."
                    + " A data directory of two or more members counts more than the flag."),
    JOIN(
            "join",
            "JOIN",
            new SettingFormat.Switch(),
            "false",
            "Found no cluster; wait until a node of one adds this one."),
    PEER_HOST(
            "peer-host",
            "PEER_HOST",
            text("ADDRESS"),
            null,
            "Address to bind for peers, where it is not the one that --peers names."),
    PEER_TLS_CERT(
            "peer-tls-cert",
            "PEER_TLS_CERT",
            text("FILE"),
            null,
            "PEM certificate that this node shows its peers."),
    PEER_TLS_KEY(
            "peer-tls-key",
            "PEER_TLS_KEY",
            text("FILE"),
            null,
            "PEM private key of --peer-tls-cert."),
    PEER_TLS_CA(
            "peer-tls-ca",
            "PEER_TLS_CA",
            text("FILE"),
            null,
            "PEM certificate of whoever signs those of the peers; no other peer is spoken with."),
    LEADER_WAIT(
            "leader-wait",
            "LEADER_WAIT_S",
            seconds(1),
            "10",
            "Seconds that a request waits for a leader before it is told to ask again.");

    private final Spec spec;

    ClusterSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
