package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.storage.StorageGuard;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two classes of Ratis are replaced by ours, and {@link SnapshotLoading} knows how Ratis loads a
 * snapshot. When this fails after an update, compare the new classes and their callers with what
 * our code expects, then record the new digests.
 */
final class RatisCanaryTest {

    /** Digests of Ratis 3.3.0: the replaced classes, and those that call them. */
    @ParameterizedTest
    @CsvSource({
        "org/apache/ratis/util/AtomicFileOutputStream.class,"
                + "c89e04d9d5e989e6ebeda0ebb1769585dc9f6d8c954382752a7f2afd04a27077",
        "org/apache/ratis/server/raftlog/segmented/BufferedWriteChannel.class,"
                + "d98b1f3910ab3d73f694e0a05c0c006d8721f053f357b48a7d09af0b173b9501",
        "org/apache/ratis/server/raftlog/segmented/SegmentedRaftLogOutputStream.class,"
                + "77528c6fe859854096cdbf8ab8c5bcd24e81fa585daec5c824cf2800ff5cc095",
        "org/apache/ratis/server/storage/RaftStorageMetadataFileImpl.class,"
                + "7c1ceb935556835e183f10c27e6fa8bf6e836366f42bfc77a7f6f461d6b1b0f0",
        "org/apache/ratis/server/impl/StateMachineUpdater.class,"
                + "0953a1d07d6a1e18a248702f886c7054e50f28be81c7c2946673a2cbd729f2f2",
        "org/apache/ratis/server/impl/SnapshotInstallationHandler.class,"
                + "79002ec90805baf732b61ad5e11767b66b644be247dcbd1eedea806bbb52b18d",
        "org/apache/ratis/server/storage/RaftStorageImpl.class,"
                + "cdda05a9526cbc89ca3cda2982030292c591d0065e26d75d57a79b68818b58d2"
    })
    void ratisClassIsTheReviewedOne(String name, String digest) throws Exception {
        List<URL> found = Collections.list(getClass().getClassLoader().getResources(name));
        URL ratis = found.getLast();
        assertThat(ratis.toString()).contains("/ratis-");
        assertThat(digest(ratis)).isEqualTo(digest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.ratis.util.AtomicFileOutputStream",
                "org.apache.ratis.server.raftlog.segmented.BufferedWriteChannel"
            })
    void ourClassIsLoadedFirst(String name) throws ClassNotFoundException {
        assertThat(source(Class.forName(name))).isEqualTo(source(StorageGuard.class));
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
