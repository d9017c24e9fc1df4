package io.holdfast.core.command;

import io.holdfast.core.value.Limits;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The quotas of tenants; part of {@link Settings}.
 *
 * @param each the quota of every tenant that is not named
 * @param named tenants with their own quota, which replaces the other as a whole
 */
public record TenantsSettings(TenantQuota each, SortedMap<String, TenantQuota> named) {

    /** The defaults of a server without flags. */
    public static final TenantsSettings DEFAULT =
            new TenantsSettings(TenantQuota.NONE, new TreeMap<>());

    public TenantsSettings {
        named = Collections.unmodifiableSortedMap(new TreeMap<>(named));
        Limits.check(
                named.size() <= Limits.NAMED_TENANTS_MAX,
                "no more than " + Limits.NAMED_TENANTS_MAX + " tenants can have their own quotas");
        for (String name : named.keySet()) {
            Limits.check(
                    !name.isEmpty() && name.length() <= Limits.TENANT_CHARACTERS_MAX,
                    "the name of a tenant has 1 to " + Limits.TENANT_CHARACTERS_MAX
                            + " characters: " + name);
        }
    }

    public TenantQuota of(String tenant) {
        return named.getOrDefault(tenant, each);
    }

    /** Returns a hash that is the same in every process and every Java version. */
    long digest() {
        long hash = each.digest();
        for (Map.Entry<String, TenantQuota> entry : named.entrySet()) {
            hash = (hash * 31 + entry.getKey().hashCode()) * 31
                    + entry.getValue().digest();
        }
        return hash;
    }
}
