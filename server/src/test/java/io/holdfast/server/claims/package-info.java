/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.claims;

import org.jspecify.annotations.NullMarked;
