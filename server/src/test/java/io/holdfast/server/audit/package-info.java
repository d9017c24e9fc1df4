/** Tests of what is written down about those who act. */
@NullMarked
package io.holdfast.server.audit;

import org.jspecify.annotations.NullMarked;
