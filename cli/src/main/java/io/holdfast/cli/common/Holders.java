package io.holdfast.cli.common;

import io.holdfast.client.Holdfast;
import io.holdfast.client.HoldfastException;
import io.holdfast.client.ResourceInfo;

/** Who holds what a command did not get. */
public final class Holders {

    private Holders() {}

    /** Returns who holds a resource, or the other text if the server does not say. */
    public static String words(Holdfast client, String api, String key, String otherwise) {
        try {
            return client.resources()
                    .find(api, key)
                    .flatMap(ResourceInfo::holder)
                    .map(ResourceInfo.Holder::owner)
                    .map(owner -> "it is held by " + Style.safe(owner))
                    .orElse(otherwise);
        } catch (HoldfastException e) {
            return otherwise;
        }
    }
}
