package io.holdfast.server.trace;

import java.util.Map;

/**
 * How traces are sent.
 *
 * @param endpoint the URL to which spans are posted
 * @param headers sent with them, such as credentials
 * @param service the name of this service
 * @param member the name of this member
 * @param ratio how many of the requests without a sampled parent are traced, from 0 to 1
 * @param keys whether spans contain keys
 * @param alone whether no other member has the same log
 */
public record TraceOptions(
        String endpoint,
        Map<String, String> headers,
        String service,
        String version,
        String member,
        double ratio,
        boolean keys,
        boolean alone) {

    @Override
    public String toString() {
        // The headers may contain a credential.
        return "TraceOptions[" + endpoint + "]";
    }
}
