package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** The members of the cluster, and how they communicate. */
enum ClusterSetting implements Setting {
    NODE(
            "node",
            "NODE",
            text("NAME"),
            null,
            "Name of this member; stored in the data directory. Default: n1."),
    PEERS(
            "peers",
            "PEERS",
            text("NAME=HOST:PORT,..."),
            null,
            "All members of the cluster, including this one, with their peer addresses. A data"
                    + " directory of two or more members overrides the flag."),
    JOIN(
            "join",
            "JOIN",
            new SettingFormat.Switch(),
            "false",
            "Do not bootstrap a cluster; wait to be added to an existing one."),
    PEER_HOST(
            "peer-host",
            "PEER_HOST",
            text("ADDRESS"),
            null,
            "Address to bind for peers, if different from the one in --peers."),
    PEER_TLS_CERT(
            "peer-tls-cert",
            "PEER_TLS_CERT",
            text("FILE"),
            null,
            "PEM certificate that this member presents to its peers."),
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
            "PEM CA certificate that verifies the peers' certificates; other peers are rejected."),
    LEADER_WAIT(
            "leader-wait",
            "LEADER_WAIT_S",
            seconds(1),
            "10",
            "Seconds that a request waits for a leader before the client is told to retry.");

    private final Spec spec;

    ClusterSetting(
            String flag,
            String environment,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
