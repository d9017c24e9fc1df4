@NullMarked
package io.holdfast.server.resources;

import org.jspecify.annotations.NullMarked;
