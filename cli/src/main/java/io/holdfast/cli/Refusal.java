package io.holdfast.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.IOException;

/** Why a server says no, as a person reads it. */
final class Refusal {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int TEXT_MAX = 300;

    private Refusal() {}

    /** The detail of a refusal, or its code, or what else it says. */
    static String words(String body) {
        String code = "";
        try (JsonParser in = JSON.createParser(body)) {
            if (in.nextToken() == JsonToken.START_OBJECT) {
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String name = in.currentName();
                    if (!in.nextToken().isScalarValue()) {
                        in.skipChildren();
                    } else if (name.equals("detail")) {
                        return in.getText();
                    } else if (name.equals("error")) {
                        code = in.getText();
                    }
                }
            }
        } catch (IOException e) {
            // Then it is no JSON, and is shown as it is.
        }
        String text = code.isEmpty() ? body.strip() : code;
        return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + " ..." : text;
    }
}
