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

/** Reports the expiry of newly loaded certificates to the metrics. */
final class CertificatesInUse {

    private static final Logger LOG = LoggerFactory.getLogger(CertificatesInUse.class);

    private CertificatesInUse() {}

    static void clients(ServerConfig config, CertificateMeter meter) {
        TlsFiles served = ListenerSettings.tls(config);
        if (served != null) {
            tell(meter, Use.CLIENTS, served.certificate());
        }
    }

    /** The peers' certificates are read once, at the start. */
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
            // The code that loads the certificate reports the error.
            LOG.debug("cannot read the expiry of {}", file, e);
        }
    }
}
