package io.holdfast.client.http;

/** How a call ended: with a reply, or without one that says what happened. */
public sealed interface Result permits Reply, Lost {}
