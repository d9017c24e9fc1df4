package io.holdfast.bench.locks;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** {@code ./dev bench locks}: acquire and release over HTTP, beside the yardsticks. */
public final class LocksBench implements Bench {

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public String usage() {
        return LocksOptions.USAGE;
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        LocksOptions options = LocksOptions.parse(arguments);
        Programme programme = new Programme(
                name(), List.of(Yardstick.values()), Plan::of, Goals::of, Setting.legend());
        return programme.run(options, out);
    }
}
