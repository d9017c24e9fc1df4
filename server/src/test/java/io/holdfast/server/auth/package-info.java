/** Ways of showing who one is, each tried alone. */
@NullMarked
package io.holdfast.server.auth;

import org.jspecify.annotations.NullMarked;
