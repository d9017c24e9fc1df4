package io.holdfast.server;

import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.SharedToken;

import java.util.List;

/** Authenticators for tests. */
public final class Ways {

    private Ways() {}

    public static Authenticators shared(String token) {
        return new Authenticators(List.of(new SharedToken(token)));
    }
}
