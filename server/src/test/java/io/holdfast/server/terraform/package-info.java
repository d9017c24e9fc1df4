/** Tests of the locks of Terraform's HTTP backend. */
@NullMarked
package io.holdfast.server.terraform;

import org.jspecify.annotations.NullMarked;
