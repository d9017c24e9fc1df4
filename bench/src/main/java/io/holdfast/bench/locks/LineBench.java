package io.holdfast.bench.locks;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** {@code ./dev bench line}: acquire and release over the line protocol, beside nginx. */
public final class LineBench implements Bench {

    @Override
    public String name() {
        return "line";
    }

    @Override
    public String usage() {
        return LocksOptions.LINE_USAGE;
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        LocksOptions options = LocksOptions.parseLine(arguments);
        Programme programme = new Programme(
                name(),
                List.of(Yardstick.NGINX),
                LinePlan::of,
                LineGoals::of,
                Setting.lineLegend());
        return programme.run(options, out);
    }
}
