package io.holdfast.server.canary;

// must fail: the-server-knows-nobody-above-it
final class ServerThatKnowsTheClient {

    io.holdfast.client.canary.ClientThatKnowsTheLog found;
}
