package io.holdfast.bench.locks;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratio.ForInformation;
import io.holdfast.bench.report.Ratios;
import io.holdfast.bench.report.Row;

import java.util.List;

/** The design goals for the line protocol, each as a ratio of two rows of the same run. */
final class LineGoals {

    private static final String UNIQUE = "line.memory.unique";
    private static final String SHARED = "line.memory.shared";
    private static final String DURABLE = "line.durable.unique";
    private static final String PING = "line.memory.ping";
    private static final String HTTP = "locks.memory.unique";
    private static final String NGINX = "yardstick.nginx.fixed";

    private LineGoals() {}

    /** Returns the ratios whose first row was requested; a missing second row is "not measured". */
    static List<Ratio> of(List<Row> rows, Options options) {
        Ratios ratios = new Ratios(rows);
        for (int connections : options.get(Options.CONNECTIONS)) {
            addAt(ratios, connections);
            options.get(LocksOptions.SERVER)
                    .forEach(other -> addOther(ratios, other.name(), connections));
            options.get(LocksOptions.SERVER)
                    .forEach(other -> ratios.sideBySide("line", other.name(), connections));
        }
        return ratios.all();
    }

    /**
     * Compares other servers with the yardstick too, which shows their rate relative to this
     * machine.
     */
    private static void addOther(Ratios ratios, String other, int connections) {
        ratios.rate("line." + other + ".unique", NGINX, connections, new ForInformation());
        ratios.processor("line." + other + ".unique", NGINX, connections, new ForInformation());
        ratios.rate("line." + other + ".shared", NGINX, connections, new ForInformation());
    }

    private static void addAt(Ratios ratios, int connections) {
        if (connections == 1) {
            ratios.rate(UNIQUE, NGINX, 1, new AtLeast(0.8));
        } else {
            ratios.rate(UNIQUE, NGINX, connections, new AtLeast(0.95));
            ratios.processor(UNIQUE, NGINX, connections, new AtMost(1.4));
            ratios.rate(SHARED, NGINX, connections, new AtLeast(0.5));
        }
        ratios.rate(UNIQUE, PING, connections, new ForInformation());
        ratios.rate(UNIQUE, HTTP, connections, new ForInformation());
        ratios.processor(UNIQUE, HTTP, connections, new ForInformation());
        ratios.rate(DURABLE, UNIQUE, connections, new ForInformation());
    }
}
