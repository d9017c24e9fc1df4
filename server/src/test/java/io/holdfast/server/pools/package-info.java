/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.pools;

import org.jspecify.annotations.NullMarked;
