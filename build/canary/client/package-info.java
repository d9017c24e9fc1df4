@NullMarked
package io.holdfast.client.canary;

import org.jspecify.annotations.NullMarked;
