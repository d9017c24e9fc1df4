package io.holdfast.server;

import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.net.TlsFiles;
import io.holdfast.server.ops.CertificateMeter;
import io.holdfast.server.ops.CertificateMeter.Use;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the metrics until when the certificates are good that have just been taken into use. */
final class CertificatesInUse {

    private static final Logger LOG = LoggerFactory.getLogger(CertificatesInUse.class);

    private CertificatesInUse() {}

    static void clients(ServerConfig config, CertificateMeter meter) {
        TlsFiles served = ListenerSettings.tls(config);
        if (served != null) {
            tell(meter, Use.CLIENTS, served.certificate());
        }
    }

    /** Those of peers are read once, at the start. */
    static void peers(ServerConfig config, CertificateMeter meter) {
        ClusterOptions options = config.cluster().options();
        ClusterOptions.PeerTls shown = options == null ? null : options.tls();
        if (shown != null) {
            tell(meter, Use.PEERS, shown.certificate());
        }
    }

    private static void tell(CertificateMeter meter, Use use, Path file) {
        try {
            meter.inUse(use, TlsFiles.expiry(file));
        } catch (IOException e) {
            // Whoever uses it says what is wrong with it.
            LOG.debug("{} does not say when it expires", file, e);
        }
    }
}
