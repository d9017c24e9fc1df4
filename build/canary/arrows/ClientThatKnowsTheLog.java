package io.holdfast.client.canary;

// must fail: client-knows-nothing-of-the-server
public final class ClientThatKnowsTheLog {

    io.holdfast.log.CommitLog found;
}
