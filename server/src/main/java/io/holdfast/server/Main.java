package io.holdfast.server;

import io.holdfast.log.Clock;
import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.RemovedException;
import io.holdfast.server.config.ConfigException;
import io.holdfast.server.config.ConfigReader;
import io.holdfast.server.config.ExampleFile;
import io.holdfast.server.config.FileProblems;
import io.holdfast.server.config.Flags;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.ops.LibraryLogs;
import io.holdfast.server.ops.LogConfigurator;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command line of the server: {@code serve}, which is the default, and its help. */
public final class Main {

    /**
     * An address cannot be listened on, or another external resource is missing (EX_UNAVAILABLE).
     */
    static final int UNAVAILABLE = 69;

    /** An internal error (EX_SOFTWARE). */
    private static final int INTERNAL = 70;

    /** The files cannot be read or written any more (EX_IOERR). */
    private static final int STORAGE = 74;

    /**
     * This member was removed from the cluster: a restart does not help, and the disk is not
     * broken.
     */
    private static final int REMOVED = 80;

    private static final AtomicBoolean STOPPING = new AtomicBoolean();

    private static final String USAGE = """
            usage: holdfast serve [flags]              start the server
                   holdfast serve --help               all flags
                   holdfast serve --example-config     a settings file with every setting explained
                   holdfast token create|list|revoke   personal and agent tokens
                   holdfast cert DIR                   create certificates for TLS
                   holdfast backup FILE                back up a running server to one file
                   holdfast restore FILE --data-dir DIR
                                                       create a data directory from that file
                   holdfast config check FILE          check a settings file
                   holdfast cluster status|add|remove|transfer|replace
                                                       show and change the cluster's members
                   holdfast --version
            Each has its own --help.
            """;

    private final List<String> arguments;
    private final PrintStream out;
    private final PrintStream err;

    private Main(List<String> arguments, PrintStream out, PrintStream err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        int code = new Main(List.of(args), System.out, System.err).run();
        if (code != 0) {
            System.exit(code);
        }
    }

    private int run() {
        String first = arguments.isEmpty() ? "serve" : arguments.getFirst();
        if (first.startsWith("--") && !first.equals("--help") && !first.equals("--version")) {
            return serve(arguments);
        }
        List<String> rest =
                arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        return switch (first) {
            case "serve" -> serve(rest);
            case "token" ->
                new TokenCommand(System.getenv(), System::currentTimeMillis, out, err).run(rest);
            case "config" -> ConfigCommand.run(rest, System.getenv(), out, err);
            case "restore" -> RestoreCommand.run(rest, Clock.SYSTEM, out, err);
            case "train" -> Training.run(out);
            case "--version", "version" -> print("holdfast " + version());
            case "--help", "-h", "help" -> print(USAGE.stripTrailing());
            default -> {
                err.println("There is no command \"" + first + "\".");
                err.print(USAGE);
                yield ConfigException.USAGE;
            }
        };
    }

    private int serve(List<String> flags) {
        if (flags.contains("--help") || flags.contains("-h")) {
            return print(Flags.help().stripTrailing());
        }
        if (flags.contains("--version")) {
            return print("holdfast " + version());
        }
        if (flags.contains("--example-config")) {
            return print(ExampleFile.text().stripTrailing());
        }
        LibraryLogs.takeOver();
        try {
            ServerConfig config = ConfigReader.read(flags, System.getenv());
            if (config.debug()) {
                LogConfigurator.setDebug(true);
            }
            Logger log = LoggerFactory.getLogger(Main.class);
            config.warnings().forEach(log::warn);
            start(config);
            return 0;
        } catch (ConfigException e) {
            err.println(e.getMessage());
            return e.exitCode();
        } catch (ListenException e) {
            err.println(e.getMessage());
            return e.exitCode();
        } catch (BindException e) {
            err.println(e.getMessage());
            return UNAVAILABLE;
        } catch (FileSystemException e) {
            err.println("The data directory cannot be used: " + e.getFile() + ": "
                    + FileProblems.reason(e)
                    + ". Give one that this user can write with --data-dir, or --ephemeral");
            return STORAGE;
        } catch (RemovedException e) {
            err.println(e.getMessage());
            return REMOVED;
        } catch (DirectoryConflictException e) {
            err.println(e.getMessage());
            return ConfigException.CONFIGURATION;
        } catch (IOException e) {
            if (STOPPING.get()) {
                // The stop continues in its own thread, and ends the process.
                return 0;
            }
            err.println(e.getMessage());
            return STORAGE;
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Main.class).error("start failed: internal error", e);
            err.println("The server cannot start because of an internal error (see the" + " log): "
                    + e.getMessage());
            return INTERNAL;
        }
    }

    private void start(ServerConfig config) throws IOException {
        Server server = Server.listening(config, Clock.SYSTEM);
        Logger log = LoggerFactory.getLogger(Main.class);
        log.info("listening on {}:{}", config.httpHost(), server.httpPort());
        log.info("line protocol on {}:{}", config.lineHost(), server.linePort());
        // A member may wait long for the others, and must stop on request meanwhile.
        Signals.onStop(() -> stop(server, 0));
        server.awaitServing();
        Signals.onReload(() -> reload(server));
        server.onLogEnd(cause -> logEnded(config, server, cause));
        StartupMessage.print(out, config, server.httpPort(), server.linePort());
        if ("root".equals(System.getProperty("user.name"))) {
            log.warn("running as root; the server needs no root privileges");
        }
    }

    /** Reloads the files. An invalid file changes nothing and is logged. */
    private static synchronized void reload(Server server) {
        Logger log = LoggerFactory.getLogger(Main.class);
        try {
            server.reload();
            log.info("reloaded the settings files");
        } catch (ConfigException e) {
            log.error("cannot reload the entities and tenants files: {}", e.getMessage());
        } catch (RuntimeException e) {
            log.error("cannot reload the entities and tenants files", e);
        }
    }

    /** Stops gracefully; a second request does not wait for connections. */
    private static void stop(Server server, int code) {
        if (STOPPING.getAndSet(true)) {
            server.hurry();
            return;
        }
        LoggerFactory.getLogger(Main.class).info("stopping");
        server.stop();
        System.exit(code);
    }

    /** Rejects requests for a while; then ends the process with a message. */
    private void logEnded(ServerConfig config, Server server, Throwable cause) {
        boolean removed = cause instanceof RemovedException;
        if (removed) {
            err.println(cause.getMessage());
        }
        Thread.ofPlatform().name("log-ended").start(() -> {
            try {
                Thread.sleep(config.shutdownTimeoutMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            stop(server, removed ? REMOVED : STORAGE);
        });
    }

    private int print(String text) {
        out.println(text);
        return 0;
    }

    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return Objects.requireNonNullElse(version, "(not packaged)");
    }
}
