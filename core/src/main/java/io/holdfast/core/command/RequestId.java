package io.holdfast.core.command;

/**
 * A client's own id for a request. The first two numbers are a digest of the id and its whole scope
 * (tenant, principal, method, path, session or client id); the third is a digest of the body, by
 * which another request under the same id is told apart from a repeat.
 */
public record RequestId(long high, long low, long body) {

    @Override
    public String toString() {
        return "RequestId[***]";
    }
}
