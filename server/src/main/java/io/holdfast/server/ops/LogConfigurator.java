package io.holdfast.server.ops;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Configures logging in code, because a file would have to be found and parsed at every start: JSON
 * lines on standard error, Holdfast's loggers at INFO, those of libraries at WARN and each kind of
 * library line once a minute. Logback finds this class through its service file.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {

    private static final String OURS = "io.holdfast";
    private static final RepeatFilter REPEATS = new RepeatFilter(System::nanoTime);

    /** Libraries' loggers below ERROR; the reason for a lost connection is in a line of our own. */
    private static final List<String> SILENT = List.of(
            "org.apache.ratis.metrics",
            "org.apache.ratis.util.JvmPauseMonitor",
            "org.apache.ratis.thirdparty.io.grpc.internal.ManagedChannelImpl");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        JsonLogEncoder encoder = new JsonLogEncoder();
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        REPEATS.setContext(context);
        REPEATS.start();
        appender.addFilter(REPEATS);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger(OURS).setLevel(Level.INFO);
        SILENT.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Applies {@code --debug}: Holdfast's loggers at DEBUG, and those of libraries at INFO. */
    public static void setDebug(boolean debug) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(OURS).setLevel(debug ? Level.DEBUG : Level.INFO);
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                    .setLevel(debug ? Level.INFO : Level.WARN);
            REPEATS.showAll(debug);
        }
    }
}
