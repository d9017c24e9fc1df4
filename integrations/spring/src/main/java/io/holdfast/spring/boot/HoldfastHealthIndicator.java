package io.holdfast.spring.boot;

import io.holdfast.client.Holdfast;
import io.holdfast.client.MemberHealth;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up if at least one member serves requests, which suffices for all calls of the client. */
public final class HoldfastHealthIndicator extends AbstractHealthIndicator {

    private final Holdfast client;

    public HoldfastHealthIndicator(Holdfast client) {
        super("cannot ask the members for their health");
        this.client = client;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
        List<MemberHealth> members = client.admin().health();
        boolean ready = members.stream().anyMatch(MemberHealth::ready);
        Map<String, String> details = new TreeMap<>();
        for (MemberHealth member : members) {
            String detail = member.detail().isEmpty() ? "" : ": " + member.detail();
            details.put(member.address().toString(), member.status() + detail);
        }
        (ready ? builder.up() : builder.down()).withDetail("members", details);
    }
}
