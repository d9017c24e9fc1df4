package io.holdfast.client.canary;

import org.jspecify.annotations.Nullable;

// must fail: [NullAway] dereferenced expression 'name' is @Nullable
final class NullDereferenced {

    int lengthOf(@Nullable String name) {
        return name.length();
    }
}
