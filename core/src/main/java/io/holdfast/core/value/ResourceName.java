package io.holdfast.core.value;

/** A resource's full name. Tenants and APIs never see each other's keys. */
public record ResourceName(String tenant, Space space, String key) {

    @Override
    public int hashCode() {
        // An enum's own hash differs between processes; this one must not.
        return (key.hashCode() * 31 + space.ordinal()) * 31 + tenant.hashCode();
    }
}
