package io.holdfast.client;

import io.holdfast.client.http.Call;
import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.http.Transport;
import io.holdfast.client.json.JsonObject;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The state of the members at the client's addresses. */
public final class Admin {

    private final ClientContext context;

    Admin(ClientContext context) {
        this.context = context;
    }

    /** Asks every member, at the same time and once, whether it is alive and ready. */
    public List<MemberHealth> health() throws InterruptedException {
        context.checkOpen();
        Transport transport = context.transport();
        List<Call> ready = new ArrayList<>();
        for (int member = 0; member < transport.members(); member++) {
            long nanos = transport.requestNanosMax();
            Timing once = new Timing(context.nanos() + nanos, nanos, 0);
            ready.add(transport.startAt(member, Request.get("/ready"), once));
        }
        List<MemberHealth> health = new ArrayList<>();
        for (int member = 0; member < transport.members(); member++) {
            health.add(health(transport.member(member), ready.get(member).await()));
        }
        return health;
    }

    /** Returns true if at least one member serves requests. */
    public boolean isReady() throws InterruptedException {
        return health().stream().anyMatch(MemberHealth::ready);
    }

    private static MemberHealth health(URI address, Result result) {
        if (result instanceof Reply reply) {
            JsonObject json = reply.jsonOrEmpty();
            String status = json.text("status", "status " + reply.status());
            return new MemberHealth(address, true, reply.ok(), status, json.text("detail", ""));
        }
        String why = result instanceof Lost lost ? lost.why() : "";
        return new MemberHealth(address, false, false, "unreachable", why);
    }
}
