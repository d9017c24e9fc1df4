@NullMarked
package io.holdfast.server.canary;

import org.jspecify.annotations.NullMarked;
