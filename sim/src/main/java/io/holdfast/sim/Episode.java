package io.holdfast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The history of one seed: drawn, run, checked, and shrunk if it fails. */
final class Episode {

    private final Marks marks = new Marks();

    /** Creates a run. Tests replace it with runs that fail on purpose. */
    private final Function<Swarm, Run> runs;

    /** Changes the parameters that were drawn. */
    private final BiFunction<Chance, Swarm, Swarm> parameters;

    Episode(Function<Swarm, Run> runs) {
        this((chance, drawn) -> drawn, runs);
    }

    private Episode(BiFunction<Chance, Swarm, Swarm> parameters, Function<Swarm, Run> runs) {
        this.parameters = parameters;
        this.runs = runs;
    }

    /** Returns episodes with a small memory budget. */
    static Episode withBudget() {
        return new Episode((chance, drawn) -> drawn.withBudget(chance), Run::new);
    }

    Episode() {
        this(Run::new);
    }

    /**
     * The result of one history. If it failed, it contains the failure and the steps that lead to
     * it.
     */
    record Result(long seed, int steps, Swarm swarm, String failure, List<Action> actions) {

        boolean failed() {
            return !failure.isEmpty();
        }
    }

    Result run(long seed, int steps) {
        Chance chance = new Chance(seed);
        Swarm swarm = parameters.apply(chance, Swarm.draw(chance));
        List<Action> actions = new ArrayList<>();
        try {
            Run run = runs.apply(swarm);
            Driver driver = new Driver(chance, swarm);
            for (int i = 0; i < steps; i++) {
                Action action = driver.next(run);
                actions.add(action);
                run.step(action);
            }
            run.finish(swarm);
            marks.addAll(run.marks());
        } catch (FoundException e) {
            return new Result(seed, steps, swarm, String.valueOf(e.getMessage()), actions);
        }
        return new Result(seed, steps, swarm, "", List.of());
    }

    /** Returns the rare events of all histories so far. */
    Marks marks() {
        return marks;
    }

    /** Searches for the shortest list of steps that still fails. */
    Result shrink(Result failed) {
        List<Action> actions = failed.actions();
        int chunk = Math.max(1, actions.size() / 2);
        String failure = failed.failure();
        while (true) {
            boolean smaller = false;
            for (int from = 0; from < actions.size(); ) {
                List<Action> fewer = new ArrayList<>(actions.subList(0, from));
                fewer.addAll(
                        actions.subList(Math.min(from + chunk, actions.size()), actions.size()));
                String still = replay(failed.swarm(), fewer);
                if (still.isEmpty()) {
                    from += chunk;
                } else {
                    actions = fewer;
                    failure = still;
                    smaller = true;
                }
            }
            if (chunk == 1 && !smaller) {
                return new Result(failed.seed(), failed.steps(), failed.swarm(), failure, actions);
            }
            chunk = smaller ? chunk : Math.max(1, chunk / 2);
        }
    }

    private String replay(Swarm swarm, List<Action> actions) {
        try {
            Run run = runs.apply(swarm);
            actions.forEach(run::step);
            run.finish(swarm);
            return "";
        } catch (FoundException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
