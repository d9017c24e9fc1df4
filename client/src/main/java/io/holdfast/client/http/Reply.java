package io.holdfast.client.http;

import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonException;
import io.holdfast.client.json.JsonObject;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.Optional;

/**
 * A reply of a member.
 *
 * @param sentNanos when the first attempt was sent: the request was not applied before
 * @param attempts how many attempts were sent
 */
public record Reply(int status, HttpHeaders headers, String body, long sentNanos, int attempts)
        implements Result {

    private static final int WORDS_MAX = 300;

    static Reply of(HttpResponse<String> response, long sentNanos, int attempts) {
        return new Reply(
                response.statusCode(), response.headers(), response.body(), sentNanos, attempts);
    }

    public boolean ok() {
        return status / 100 == 2;
    }

    /** Returns the body, which must be a JSON object. */
    public JsonObject json() {
        return Json.object(body);
    }

    /** Returns the body, or an empty object if it is not a JSON object. */
    public JsonObject jsonOrEmpty() {
        try {
            return json();
        } catch (JsonException e) {
            return JsonObject.EMPTY;
        }
    }

    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** Returns the error code, in the form of whichever API answered; never empty. */
    public String code() {
        JsonObject json = jsonOrEmpty();
        String code = json.text("error", json.text("error_code", ""));
        if (code.isEmpty()) {
            code = json.object("error").text("code", json.text("exception_class", ""));
        }
        return code.isEmpty() ? "http_" + status : code;
    }

    /** Returns what the error reply says for people; never empty. */
    public String detail() {
        JsonObject json = jsonOrEmpty();
        String detail = json.text("detail", json.text("message", ""));
        if (detail.isEmpty()) {
            detail = json.object("error").text("message", json.text("error", ""));
        }
        if (detail.isEmpty()) {
            detail = body.strip();
        }
        String words = detail.isEmpty() ? "status " + status : detail;
        return words.length() > WORDS_MAX ? words.substring(0, WORDS_MAX) : words;
    }

    /** Shows no body, because it may contain a token. */
    @Override
    public String toString() {
        return "reply " + status;
    }
}
