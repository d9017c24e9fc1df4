package io.holdfast.core.snapshot;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.PoolsSettings;
import io.holdfast.core.command.Settings;

/** The replicated settings as bytes, for the log and for snapshots. */
public final class SettingsCodec {

    private SettingsCodec() {}

    public static void encode(Settings settings, ByteWriter out) {
        out.putCount(settings.defaultTtlNanos());
        out.putCount(settings.sessionIdleNanos());
        out.putCount(settings.keyIdleNanos());
        out.put(settings.releaseOnClose());
        out.putCount(settings.keysMax());
        out.putCount(settings.waitersPerKeyMax());
        out.putCount(settings.sessionsMax());
        out.putCount(settings.sessionsPerAddressMax());
        out.putCount(settings.ledgerNanos());
        out.putCount(settings.ledgerMax());
        out.putCount(settings.pools().poolsMax());
        out.putCount(settings.pools().leasesMax());
        encode(settings.claims(), out);
    }

    public static Settings decode(ByteReader in) {
        try {
            return new Settings(
                    in.getCount(),
                    in.getCount(),
                    in.getCount(),
                    in.getFlag(),
                    in.getInt(Integer.MAX_VALUE),
                    in.getInt(Integer.MAX_VALUE),
                    in.getInt(Integer.MAX_VALUE),
                    in.getInt(Integer.MAX_VALUE),
                    in.getCount(),
                    in.getInt(Integer.MAX_VALUE),
                    new PoolsSettings(in.getInt(Integer.MAX_VALUE), in.getInt(Integer.MAX_VALUE)),
                    claims(in));
        } catch (IllegalArgumentException e) {
            throw in.malformed(String.valueOf(e.getMessage()));
        }
    }

    private static void encode(ClaimsSettings claims, ByteWriter out) {
        out.putCount(claims.graceNanos());
        out.putCount(claims.keepNanos());
        out.putCount(claims.keptMax());
        out.putCount(claims.liveMax());
        out.putCount(claims.dataBytesMax());
        out.putCount(claims.dataBytesTotalMax());
    }

    private static ClaimsSettings claims(ByteReader in) {
        return new ClaimsSettings(
                in.getCount(),
                in.getCount(),
                in.getInt(Integer.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE),
                in.getCount());
    }
}
