/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.line;

import org.jspecify.annotations.NullMarked;
