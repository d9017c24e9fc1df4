/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.locks;

import org.jspecify.annotations.NullMarked;
