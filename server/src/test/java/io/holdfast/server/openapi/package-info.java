/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.openapi;

import org.jspecify.annotations.NullMarked;
