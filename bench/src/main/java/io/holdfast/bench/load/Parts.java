package io.holdfast.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work that is split into parts, which run concurrently, each on its own connection. */
public final class Parts {

    private Parts() {}

    /** One of the parts, numbered from 0. */
    public interface Part {
        void run(int number) throws IOException;
    }

    /** Runs all parts. A part's failure is thrown once the parts before it are done. */
    public static void run(int parts, Part part) throws IOException, InterruptedException {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int number = i;
            FutureTask<Void> task = new FutureTask<>(() -> {
                part.run(number);
                return null;
            });
            Thread.ofVirtual().start(task);
            tasks.add(task);
        }
        for (FutureTask<Void> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException failed) {
                throw new IOException("a connection failed", failed.getCause());
            }
        }
    }
}
