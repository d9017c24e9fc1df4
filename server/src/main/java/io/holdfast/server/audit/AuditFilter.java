package io.holdfast.server.audit;

import org.jspecify.annotations.Nullable;

/**
 * Selects entries of the audit log.
 *
 * @param tenant whose entries are shown
 * @param ofServer whether entries without a tenant are shown too, such as failed authentications
 * @param principal null for all
 * @param verb null for all
 * @param prefix the beginning of the resource; empty for all
 */
public record AuditFilter(
        String tenant,
        boolean ofServer,
        @Nullable String principal,
        @Nullable String verb,
        String prefix) {

    boolean matches(AuditEntry entry) {
        boolean visible = entry.tenant().isEmpty() ? ofServer : entry.tenant().equals(tenant);
        return visible
                && (principal == null || principal.equals(entry.principal()))
                && (verb == null || verb.equals(entry.deed().verb()))
                && entry.deed().resource().startsWith(prefix);
    }
}
