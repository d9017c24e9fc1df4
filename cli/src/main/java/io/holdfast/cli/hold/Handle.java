package io.holdfast.cli.hold;

/**
 * What {@code holdfast lock} prints and {@code unlock} and {@code renew} take: the token of the
 * grant, and the session that holds it. Both are secrets.
 *
 * @param session may be empty: the token alone proves the grant, but does not keep the session
 *     alive
 */
record Handle(String token, String session) {

    static Handle of(String text) {
        int dot = text.indexOf('.');
        return dot < 0
                ? new Handle(text, "")
                : new Handle(text.substring(0, dot), text.substring(dot + 1));
    }

    String text() {
        return session.isEmpty() ? token : token + "." + session;
    }

    /** Shows no secrets. */
    @Override
    public String toString() {
        return "handle";
    }
}
