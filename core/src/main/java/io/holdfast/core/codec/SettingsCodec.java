package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.command.EntitiesSettings.TypeDefaults;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.command.PoolsSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.command.TenantsSettings;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeType;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encodes the replicated settings for the log and for snapshots. */
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
        encode(settings.entities(), out);
        encode(settings.nodes(), out);
        encode(settings.tenants(), out);
        if (out.format() >= Format.FOURTH) {
            out.putCount(settings.historyMax());
        }
        if (out.format() >= Format.FIFTH) {
            out.putCount(settings.locksPerSessionMax());
            out.putCount(settings.entities().itemsPerEntityMax());
        }
    }

    /** Reads settings. The first format has no tenant quotas. */
    public static Settings decode(ByteReader in) {
        try {
            Settings settings = new Settings(
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
                    Settings.HISTORY_DEFAULT,
                    Limits.KEYS_MAX,
                    new PoolsSettings(in.getInt(Integer.MAX_VALUE), in.getInt(Integer.MAX_VALUE)),
                    claims(in),
                    entities(in),
                    nodes(in),
                    in.format() > Format.FIRST ? tenants(in) : TenantsSettings.DEFAULT);
            return added(settings, in);
        } catch (IllegalArgumentException e) {
            throw in.malformed(String.valueOf(e.getMessage()));
        }
    }

    /** Reads the settings that later formats added. */
    private static Settings added(Settings settings, ByteReader in) {
        Settings remembering = in.format() < Format.FOURTH
                ? settings
                : settings.withHistory(in.getInt(Integer.MAX_VALUE));
        return in.format() < Format.FIFTH
                ? remembering
                : remembering
                        .withLocksPerSession(in.getInt(Integer.MAX_VALUE))
                        .with(settings.entities().withItemsPerEntity(in.getInt(Integer.MAX_VALUE)));
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

    private static void encode(EntitiesSettings entities, ByteWriter out) {
        out.put(entities.enabled());
        out.putCount(entities.maxSeconds());
        encode(entities.components(), out);
        encode(entities.apps(), out);
        out.putCount(entities.entitiesMax());
        out.putCount(entities.itemsMax());
        out.putCount(entities.valueBytesMax());
        out.putCount(entities.valueBytesTotalMax());
    }

    private static void encode(TypeDefaults defaults, ByteWriter out) {
        EntityBytes.scopes(defaults.requiredScopes(), out);
        out.put(defaults.breakable());
    }

    private static EntitiesSettings entities(ByteReader in) {
        return new EntitiesSettings(
                in.getFlag(),
                in.getCount(),
                new TypeDefaults(EntityBytes.scopes(in), in.getFlag()),
                new TypeDefaults(EntityBytes.scopes(in), in.getFlag()),
                in.getInt(Integer.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE),
                in.getCount(),
                Limits.ENTITY_ITEMS_MAX);
    }

    private static void encode(NodesSettings nodes, ByteWriter out) {
        out.putCount(nodes.claimTtlNanos());
        out.putCount(nodes.claimTtlMaxNanos());
        out.putCount(nodes.graceNanos());
        out.putCount(nodes.claimableTypes().size());
        nodes.claimableTypes().forEach(type -> out.putCount(type.ordinal()));
        out.putCount(nodes.claimingStatuses().size());
        nodes.claimingStatuses().forEach(out::putText);
        out.putCount(nodes.nodesMax());
        out.putCount(nodes.textBytesMax());
        out.putCount(nodes.textBytesTotalMax());
    }

    private static NodesSettings nodes(ByteReader in) {
        long ttlNanos = in.getCount();
        long ttlMaxNanos = in.getCount();
        long graceNanos = in.getCount();
        List<NodeType> types = new ArrayList<>();
        for (int left = in.getInt(NodeType.values().length); left > 0; left--) {
            types.add(in.getOne(NodeType.values()));
        }
        List<String> statuses = new ArrayList<>();
        for (int left = in.getInt(NodesSettings.STATUSES_MAX); left > 0; left--) {
            statuses.add(in.getText());
        }
        return new NodesSettings(
                ttlNanos,
                ttlMaxNanos,
                graceNanos,
                types,
                statuses,
                in.getInt(Integer.MAX_VALUE),
                in.getInt(Integer.MAX_VALUE),
                in.getCount());
    }

    private static void encode(TenantsSettings tenants, ByteWriter out) {
        encode(tenants.each(), out);
        out.putCount(tenants.named().size());
        tenants.named().forEach((name, quota) -> {
            out.putText(name);
            encode(quota, out);
        });
    }

    private static void encode(TenantQuota quota, ByteWriter out) {
        out.putCount(quota.keysMax());
        out.putCount(quota.leasesMax());
        out.putCount(quota.waitersMax());
        out.putCount(quota.sessionsMax());
        out.putCount(quota.storedBytesMax());
    }

    private static TenantsSettings tenants(ByteReader in) {
        TenantQuota each = quota(in);
        SortedMap<String, TenantQuota> named = new TreeMap<>();
        for (int left = in.getInt(Limits.NAMED_TENANTS_MAX); left > 0; left--) {
            if (named.put(in.getText(), quota(in)) != null) {
                throw in.malformed("a tenant has two quotas");
            }
        }
        return new TenantsSettings(each, named);
    }

    private static TenantQuota quota(ByteReader in) {
        return new TenantQuota(
                in.getCount(), in.getCount(), in.getCount(), in.getCount(), in.getCount());
    }
}
