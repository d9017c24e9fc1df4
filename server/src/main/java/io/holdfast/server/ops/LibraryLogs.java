package io.holdfast.server.ops;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.slf4j.LoggerFactory;

/**
 * Redirects other output into the log, so that every line is JSON: the JDK's logging, which gRPC
 * uses, and exceptions that end a thread.
 */
public final class LibraryLogs {

    private LibraryLogs() {}

    /** Redirects all output from now on. */
    public static void takeOver() {
        LogManager.getLogManager().reset();
        java.util.logging.Logger.getLogger("").addHandler(new ToLogback());
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, problem) -> LoggerFactory.getLogger(LibraryLogs.class)
                        .error("thread {} ended with an exception", thread.getName(), problem));
    }

    private static final class ToLogback extends Handler {

        @Override
        public void publish(LogRecord record) {
            String name = record.getLoggerName();
            org.slf4j.Logger target = LoggerFactory.getLogger(name == null ? "jdk" : name);
            String message = text(record);
            int level = record.getLevel().intValue();
            if (level >= Level.SEVERE.intValue()) {
                target.error(message, record.getThrown());
            } else if (level >= Level.WARNING.intValue()) {
                target.warn(message, record.getThrown());
            } else if (level >= Level.INFO.intValue()) {
                target.info(message, record.getThrown());
            } else {
                target.debug(message, record.getThrown());
            }
        }

        private static String text(LogRecord record) {
            String message = String.valueOf(record.getMessage());
            Object[] parameters = record.getParameters();
            if (parameters == null || parameters.length == 0) {
                return message;
            }
            try {
                return new MessageFormat(message, Locale.ROOT).format(parameters);
            } catch (IllegalArgumentException e) {
                return message;
            }
        }

        @Override
        public void flush() {
            // Logback writes every line immediately.
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
