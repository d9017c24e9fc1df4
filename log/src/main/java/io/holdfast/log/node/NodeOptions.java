package io.holdfast.log.node;

import io.holdfast.core.command.Settings;

/**
 * How a node runs.
 *
 * @param name the node's own name, kept over restarts
 * @param ephemeral true where the state ends with the process, so that a stop ends every session
 * @param inline true to run the lane on whichever thread brings a task, which saves a change of
 *     thread for each call where the log answers at once; false to give it a thread of its own
 */
public record NodeOptions(String name, Settings settings, boolean ephemeral, boolean inline) {}
