package io.holdfast.core.value;

/**
 * A client's own id for a request. The first two numbers are a digest of the id and its whole scope
 * (tenant, principal, method, path, session or client id). The third is a digest of the body, which
 * distinguishes a retry from another request with the same id.
 */
public record RequestId(long high, long low, long body) {

    @Override
    public String toString() {
        return "RequestId[***]";
    }
}
