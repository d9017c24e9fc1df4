@NullMarked
package io.holdfast.core.canary;

import org.jspecify.annotations.NullMarked;
