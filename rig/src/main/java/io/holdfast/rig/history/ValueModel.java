package io.holdfast.rig.history;

import org.jspecify.annotations.Nullable;

/** A register: a value that is written and read. */
final class ValueModel implements Model<String> {

    @Override
    public String start() {
        return "";
    }

    @Override
    public @Nullable String after(String state, Operation operation) {
        return switch (operation.action()) {
            case Action.Write write ->
                operation.result() instanceof Result.Refused ? state : write.value();
            case Action.Read _ ->
                operation.result() instanceof Result.Value(String text) && !text.equals(state)
                        ? null
                        : state;
            case Action.Acquire _,
                    Action.Enqueue _,
                    Action.Collect _,
                    Action.Withdraw _,
                    Action.Renew _,
                    Action.Validate _,
                    Action.Release _,
                    Action.Leave _,
                    Action.Look _ -> state;
        };
    }
}
