package io.holdfast.rig.speak;

import io.holdfast.rig.history.Belief;
import io.holdfast.rig.history.Findings;
import io.holdfast.rig.history.Recorder;
import io.holdfast.rig.wire.Station;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The state that all clients of a run share.
 *
 * @param run a prefix that makes the names of this run unique
 * @param findings violations that clients detect themselves
 */
public record Fleet(
        String run,
        List<Station> stations,
        Recorder recorder,
        Queue<Belief> beliefs,
        Findings findings) {

    public static Fleet of(String run, List<Station> stations) {
        return new Fleet(
                run,
                List.copyOf(stations),
                new Recorder(),
                new ConcurrentLinkedQueue<>(),
                new Findings());
    }
}
