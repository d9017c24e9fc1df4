package io.holdfast.server.config;

import io.holdfast.core.value.Limits;

import java.util.Locale;
import java.util.Optional;

/** The valid values of a setting. */
sealed interface SettingFormat {

    /** Returns what was expected, if the text is invalid. */
    Optional<String> complaint(String text);

    /** Returns the name of the value in the help. */
    String label();

    /** Returns the text in the one way in which it is read later. */
    default String plain(String text) {
        return text;
    }

    static SettingFormat text(String label) {
        return new Text(label);
    }

    static SettingFormat port() {
        return new Whole("PORT", 0, 65_535);
    }

    static SettingFormat seconds(long min) {
        return new WholeSeconds(min, Limits.SECONDS_MAX);
    }

    static SettingFormat count(int max) {
        return new Whole("N", 0, max);
    }

    record Text(String label) implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            return text.isBlank() ? Optional.of("a non-blank text") : Optional.empty();
        }
    }

    record Whole(String label, long min, long max) implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            try {
                long value = Long.parseLong(text);
                if (value >= min && value <= max) {
                    return Optional.empty();
                }
            } catch (NumberFormatException e) {
                // Falls through: the text is not a number in the range.
            }
            return Optional.of("a whole number from " + min + " to " + max);
        }
    }

    /** Whole seconds, or a duration with its unit: {@code 90}, {@code 90s}, {@code 5m}. */
    record WholeSeconds(long min, long max) implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            return new Whole(label(), min, max).complaint(text).isEmpty()
                    ? Optional.empty()
                    : Optional.of("whole seconds from " + min + " to " + max
                            + ", or a duration such as 30s, 5m or 1h");
        }

        @Override
        public String plain(String text) {
            return Durations.inSeconds(text);
        }

        @Override
        public String label() {
            return "SECONDS";
        }
    }

    /** One of two words. */
    record Choice(String first, String second) implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            return text.equals(first) || text.equals(second)
                    ? Optional.empty()
                    : Optional.of(first + " or " + second);
        }

        @Override
        public String label() {
            return first + "|" + second;
        }
    }

    /** Seconds with or without a fraction. */
    record Seconds(double max) implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            try {
                double value = Double.parseDouble(text);
                if (value >= 0 && value <= max) {
                    return Optional.empty();
                }
            } catch (NumberFormatException e) {
                // Falls through: the text is not a number in the range.
            }
            return Optional.of("seconds from 0 to " + (long) max
                    + ", with or without a fraction, or a duration such as 500ms, 30s or 5m");
        }

        @Override
        public String plain(String text) {
            return Durations.inSeconds(text);
        }

        @Override
        public String label() {
            return "SECONDS";
        }
    }

    /** On or off. */
    record Switch() implements SettingFormat {
        @Override
        public Optional<String> complaint(String text) {
            return parse(text).isPresent()
                    ? Optional.empty()
                    : Optional.of("one of 1, yes, true, 0, no, false");
        }

        @Override
        public String label() {
            return "BOOL";
        }

        static Optional<Boolean> parse(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "1", "yes", "true" -> Optional.of(true);
                case "0", "no", "false" -> Optional.of(false);
                default -> Optional.empty();
            };
        }
    }
}
