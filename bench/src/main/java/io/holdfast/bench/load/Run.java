package io.holdfast.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * One load on one server: opens the connections, sends the openings, runs the load, sends the
 * closings.
 *
 * <p>The load begins only when every opening has been answered, so that all connections take part
 * from the first pair.
 */
final class Run implements AutoCloseable {

    private enum Stage {
        OPENING,
        LOADED,
        CLOSING,
        GONE
    }

    private static final long IDLE_MILLIS = 50;
    private static final long OPENING_NANOS_MAX = 30_000_000_000L;

    private final Selector selector;
    private final LongSupplier clock;
    private final Load load;
    private final List<Wire> wires = new ArrayList<>();
    private final List<Dialogue> dialogues = new ArrayList<>();
    private final Stage[] stages;
    private final int[] cursors;
    private final Faults faults = new Faults();
    private int openings;
    private int gone;
    private long endNanos;

    Run(
            IntFunction<InetSocketAddress> to,
            int connections,
            IntFunction<Dialogue> dialogueOf,
            Load load,
            LongSupplier clock)
            throws IOException {
        this.selector = Selector.open();
        this.clock = clock;
        this.load = load;
        this.stages = new Stage[connections];
        this.cursors = new int[connections];
        Arrays.fill(stages, Stage.OPENING);
        openings = connections;
        try {
            for (int i = 0; i < connections; i++) {
                dialogues.add(dialogueOf.apply(i));
                wires.add(new Wire(i, to.apply(i), selector, this, faults));
            }
        } catch (IOException failure) {
            close();
            throw failure;
        }
    }

    /** Runs to the end on the caller's thread. */
    void execute() {
        // Created once: a lambda in the loop would allocate on every iteration.
        Consumer<SelectionKey> ready = key -> ((Wire) key.attachment()).ready();
        endNanos = clock.getAsLong() + OPENING_NANOS_MAX;
        for (int i = 0; i < stages.length; i++) {
            sayOpening(i);
        }
        try {
            while (gone < stages.length) {
                if (selector.select(ready, IDLE_MILLIS) == 0) {
                    idle();
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void say(int wire, Step step) {
        wires.get(wire).send(step);
    }

    Dialogue dialogue(int wire) {
        return dialogues.get(wire);
    }

    int size() {
        return stages.length;
    }

    boolean isLoaded(int wire) {
        return stages[wire] == Stage.LOADED;
    }

    long now() {
        return clock.getAsLong();
    }

    Faults faults() {
        return faults;
    }

    /** Ends the load on this wire and starts its closing. */
    void finish(int wire) {
        if (stages[wire] == Stage.LOADED) {
            stages[wire] = Stage.CLOSING;
            cursors[wire] = 0;
            sayClosing(wire);
        }
    }

    /** Closes the connection without a closing, while a request is in flight. */
    void abandon(int wire) {
        drop(wire);
    }

    void replied(Wire wire, boolean good) {
        int i = wire.index;
        switch (stages[i]) {
            case OPENING -> {
                if (good) {
                    cursors[i]++;
                    sayOpening(i);
                } else {
                    drop(i);
                }
            }
            case LOADED -> load.replied(this, i, good);
            case CLOSING -> {
                cursors[i]++;
                sayClosing(i);
            }
            case GONE -> {}
        }
    }

    void lost(Wire wire) {
        int i = wire.index;
        boolean wasLoaded = stages[i] == Stage.LOADED;
        drop(i);
        if (wasLoaded) {
            load.lost(this, i);
        }
    }

    private void sayOpening(int i) {
        List<Step> opening = dialogues.get(i).opening();
        if (cursors[i] < opening.size()) {
            say(i, opening.get(cursors[i]));
            return;
        }
        stages[i] = Stage.LOADED;
        opened();
    }

    private void opened() {
        openings--;
        if (openings == 0) {
            endNanos = clock.getAsLong() + load.nanosMax();
            load.begin(this);
        }
    }

    private void sayClosing(int i) {
        List<Step> closing = dialogues.get(i).closing();
        if (cursors[i] < closing.size()) {
            say(i, closing.get(cursors[i]));
        } else {
            drop(i);
        }
    }

    private void drop(int i) {
        if (stages[i] == Stage.GONE) {
            return;
        }
        boolean wasOpening = stages[i] == Stage.OPENING;
        stages[i] = Stage.GONE;
        gone++;
        wires.get(i).close();
        if (wasOpening && gone < stages.length) {
            opened();
        }
    }

    private void idle() {
        if (clock.getAsLong() < endNanos) {
            load.idle(this);
            return;
        }
        for (int i = 0; i < stages.length; i++) {
            if (stages[i] != Stage.GONE) {
                faults.add("a request that was not answered in time");
                drop(i);
            }
        }
    }

    @Override
    public void close() {
        wires.forEach(Wire::close);
        try {
            selector.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
