/**
 * Commands that show resources and events of all APIs, and break grants.
 *
 * <p>Owns: {@code holdfast ls}, {@code show}, {@code history}, {@code watch}, {@code top},
 * {@code events}, {@code health} and {@code break}.
 *
 * <p>Threading: one thread, besides those of the client, which print events.
 *
 * <p>May depend on: {@code cli.common}, {@code client}, {@code client.http}, {@code client.json},
 * picocli.
 *
 * <p>Read next: {@code ShowCommand}, then {@code ListQuery}.
 */
@NullMarked
package io.holdfast.cli.look;

import org.jspecify.annotations.NullMarked;
