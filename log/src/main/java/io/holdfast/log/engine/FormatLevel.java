package io.holdfast.log.engine;

import io.holdfast.core.Machine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The format level of the applied state: the format in which the log and snapshots are written. */
final class FormatLevel {

    private static final Logger LOG = LoggerFactory.getLogger(FormatLevel.class);

    private volatile int level;

    /** Returns the level; any thread. */
    int level() {
        return level;
    }

    /** Updates the level after a batch was applied or a snapshot installed. In the lane. */
    void see(Machine machine, boolean live) {
        int now = machine.format();
        if (live && level != 0 && now > level) {
            LOG.info("format level raised from={} to={}", level, now);
        }
        level = now;
    }
}
