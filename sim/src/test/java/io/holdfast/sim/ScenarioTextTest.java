package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.scenario.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScenarioTextTest {

    @Test
    void printedHistoryIsAScenarioWithTheSameFinalState() {
        for (long seed = 1; seed <= 40; seed++) {
            Chance chance = new Chance(seed);
            Swarm swarm = Swarm.draw(chance);
            Run run = new Run(swarm);
            Driver driver = new Driver(chance, swarm);
            List<Action> actions = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Action action = driver.next(run);
                actions.add(action);
                run.step(action);
            }
            // After a snapshot, time may have passed without a batch that carries it to the
            // machine.
            run.step(new Action(999, 0, false, new Ask.Tick()));
            run.step(new Action(1000, 0, false, new Ask.Restore()));
            Script script = play(ScenarioText.of(swarm, actions));
            assertThat(script.machine().nextDeadlineNanos())
                    .as("seed " + seed)
                    .isEqualTo(run.nextDeadlineNanos());
        }
    }

    private static Script play(String text) {
        Script script = new Script();
        List<String> block = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.equals("---")) {
                assertThat(script.block(block)).noneMatch(said -> said.contains("BROKEN"));
                block.clear();
            } else if (!line.isBlank()) {
                block.add(line);
            }
        }
        return script;
    }
}
