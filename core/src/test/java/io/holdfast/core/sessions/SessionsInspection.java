package io.holdfast.core.sessions;

import io.holdfast.core.resource.KernelInspection;
import io.holdfast.core.state.Findings;
import io.holdfast.core.tenants.Tenants;

import java.util.LinkedHashMap;
import java.util.Map;

/** The invariants of sessions between two batches. */
public final class SessionsInspection {

    private SessionsInspection() {}

    /** Checks all sessions and recounts those of every tenant. */
    public static void run(Sessions sessions, Findings findings, Tenants recount) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        sessions.rows().forEach(session -> {
            findings.see(session);
            findings.expect(
                    sessions.index.find(session.idHigh, session.idLow) == session,
                    "not found",
                    session);
            KernelInspection.check(session, findings);
            if (!session.connected()) {
                counted.merge(session.address, 1, Integer::sum);
            }
            recount.of(session.tenant.name()).addSessions(1);
        });
        findings.expect(
                sessions.index.size() == sessions.size(), "the id index has removed sessions");
        int sum = counted.values().stream().mapToInt(Integer::intValue).sum();
        findings.expect(sum == sessions.unconnected(), "sessions are miscounted");
        findings.expect(
                counted.keySet().equals(sessions.addresses.keySet()), "an address has no session");
        sessions.addresses.forEach((address, count) -> {
            findings.countBytes(count.bytes());
            findings.expect(
                    counted.getOrDefault(address, 0) == count.sessions, "an address is miscounted");
        });
    }
}
