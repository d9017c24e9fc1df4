@NullMarked
package io.holdfast.log.canary;

import org.jspecify.annotations.NullMarked;
