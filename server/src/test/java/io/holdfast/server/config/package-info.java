/** Tests the configuration readers. */
@NullMarked
package io.holdfast.server.config;

import org.jspecify.annotations.NullMarked;
