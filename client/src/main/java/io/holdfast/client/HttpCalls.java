package io.holdfast.client;

import io.holdfast.client.http.Failures;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests to routes for which the client has no method, with the client's addresses, credentials,
 * retries and request ids.
 */
public final class HttpCalls {

    private final ClientContext context;

    HttpCalls(ClientContext context) {
        this.context = context;
    }

    /** A reply, which may be an error. */
    public record HttpReply(int status, Map<String, List<String>> headers, String body) {

        /** Returns the first value of a header, whose name is lowercase. */
        public Optional<String> header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst();
        }
    }

    /**
     * Sends a request.
     *
     * @param path the path with its query, encoded
     * @param json the body, or null for none
     * @throws HoldfastException if no member answers within the request timeout
     */
    public HttpReply send(String method, String path, @Nullable String json) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        String id = reads ? null : Request.change(method, path, null).id();
        Reply reply = context.reply(new Request(method, path, Map.of(), json, id));
        return new HttpReply(reply.status(), reply.headers().map(), reply.body());
    }

    /**
     * Opens the reply to a GET as a stream, at the current member and without retries.
     *
     * @throws HoldfastException if the reply is an error or the member does not answer
     */
    public InputStream open(String path) throws InterruptedException {
        int member = context.transport().current();
        try {
            HttpResponse<InputStream> response =
                    context.transport().open(Request.get(path), member);
            if (response.statusCode() / 100 == 2) {
                return response.body();
            }
            try (InputStream in = response.body()) {
                Reply reply =
                        new Reply(response.statusCode(), response.headers(), Bodies.text(in), 0, 1);
                throw ClientContext.failure(reply);
            }
        } catch (IOException e) {
            throw new HoldfastException(
                    HoldfastException.UNAVAILABLE,
                    0,
                    Failures.text(context.transport().member(member), e));
        }
    }
}
