package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The resources of all APIs: who holds them and who waits.
 *
 * <p>For example: {@snippet file="ResourceExamples.java" region="resources"}
 */
public final class Resources {

    private static final String PATH = "/v1/resources";

    private final ClientContext context;

    Resources(ClientContext context) {
        this.context = context;
    }

    /** Returns the first page of a list. */
    public ResourcePage list(ResourceQuery query) {
        return list(query, null);
    }

    /**
     * Returns a page of a list.
     *
     * @param after the {@code next} of the page before, with the same order; null for the first
     */
    public ResourcePage list(ResourceQuery query, @Nullable String after) {
        JsonObject json = context.ask(Request.get(PATH + query.text(after))).json();
        return new ResourcePage(
                json.objects("resources").stream().map(ResourceInfo::of).toList(),
                json.textOrNull("next"));
    }

    /**
     * Returns a resource with its holders and its queue; empty if the server does not know it.
     *
     * @param api {@code locks}, {@code pools}, {@code claims}, {@code entities} or {@code nodes}
     * @param key the key; for a pool its {@link Pool#resourceName()}
     */
    public Optional<ResourceInfo> find(String api, String key) {
        Reply reply = context.reply(Request.get(path(api, key)));
        if (reply.status() == 404) {
            return Optional.empty();
        }
        if (!reply.ok()) {
            throw ClientContext.failure(reply);
        }
        return Optional.of(ResourceInfo.of(reply.json()));
    }

    /**
     * Ends a grant of another client. The next waiter is granted in the same step.
     *
     * @param fence names the grant, so that a late request never ends the next one
     * @param reason why, for the audit log; at most 256 characters on one line
     * @return false if no holder has that fence any more
     */
    public boolean breakGrant(String api, String key, long fence, String reason) {
        String path = path(api, key) + "/holders/" + fence;
        Reply reply = context.reply(Request.change("DELETE", path, Map.of("reason", reason)));
        if (reply.status() == 404 && reply.code().equals("not_held")) {
            return false;
        }
        if (!reply.ok()) {
            throw ClientContext.failure(reply);
        }
        return true;
    }

    private static String path(String api, String key) {
        return PATH + "/" + Paths.segment(api) + "/" + Paths.segment(key);
    }
}
