package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonGenerator;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.query.SessionView.Held;
import io.holdfast.core.query.SessionView.Wait;

import java.io.IOException;

/** Writes sessions as JSON. Session ids are not part of the answers that it gets. */
final class SessionJson {

    private SessionJson() {}

    static void write(JsonGenerator json, SessionView session) throws IOException {
        json.writeStartObject();
        json.writeNumberField("session", session.number());
        json.writeStringField("tenant", session.tenant());
        ResourceJson.owner(json, session.owner());
        if (session.member() == null) {
            json.writeStringField("transport", "http");
        } else {
            json.writeStringField("transport", "line");
            json.writeStringField("member", session.member());
        }
        json.writeStringField("address", session.address());
        ResourceJson.instant(json, "last_seen", session.seenMillis());
        if (session.remainingNanos() != Query.END) {
            ResourceJson.seconds(json, "expires_in_s", session.remainingNanos());
        }
        json.writeArrayFieldStart("holds");
        for (Held held : session.holds()) {
            write(json, held);
        }
        json.writeEndArray();
        json.writeBooleanField("holds_more", session.holdsMore());
        json.writeArrayFieldStart("waits");
        for (Wait wait : session.waits()) {
            write(json, wait);
        }
        json.writeEndArray();
        json.writeBooleanField("waits_more", session.waitsMore());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Held held) throws IOException {
        json.writeStartObject();
        ResourceJson.name(json, held.name());
        ResourceJson.owner(json, held.grant().owner());
        ResourceJson.grant(json, held.grant());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Wait wait) throws IOException {
        json.writeStartObject();
        ResourceJson.name(json, wait.name());
        json.writeNumberField("id", wait.place().id());
        ResourceJson.owner(json, wait.place().owner());
        ResourceJson.place(json, wait.place());
        json.writeEndObject();
    }
}
