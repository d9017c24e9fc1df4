/** Tests the package of the same name. */
@NullMarked
package io.holdfast.server.admin;

import org.jspecify.annotations.NullMarked;
