package io.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.core.value.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigReaderTest {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final Map<String, String> HOME = Map.of("HOME", "/houses/somebody");

    @TempDir
    Path directory;

    private static ServerConfig read(Map<String, String> environment, String... flags)
            throws ConfigException {
        return ConfigReader.read(List.of(flags), environment);
    }

    private static ServerConfig flags(String... flags) throws ConfigException {
        return read(HOME, flags);
    }

    private static ConfigException refused(Map<String, String> environment, String... flags) {
        return catchThrowableOfType(ConfigException.class, () -> read(environment, flags));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void defaultsAreThoseOfTheContract() throws ConfigException {
        ServerConfig config = flags();

        assertThat(config.httpHost()).isEqualTo("127.0.0.1");
        assertThat(config.httpPort()).isEqualTo(6389);
        assertThat(config.linePort()).isEqualTo(6388);
        assertThat(config.dataDir()).isEqualTo(Path.of("/houses/somebody/.local/state/holdfast"));
        assertThat(config.settings().defaultTtlNanos()).isEqualTo(33 * SECOND_NANOS);
        assertThat(config.settings().sessionIdleNanos()).isEqualTo(20 * SECOND_NANOS);
        assertThat(config.settings().keyIdleNanos()).isEqualTo(60 * SECOND_NANOS);
        assertThat(config.settings().releaseOnClose()).isTrue();
        assertThat(config.settings().keysMax()).isEqualTo(1_000_000);
        assertThat(config.settings().waitersPerKeyMax()).isEqualTo(Limits.WAITERS_PER_KEY_MAX);
        assertThat(config.settings().sessionsMax()).isEqualTo(Limits.SESSIONS_MAX);
        assertThat(config.settings().ledgerNanos()).isEqualTo(600 * SECOND_NANOS);
        assertThat(config.settings().ledgerMax()).isEqualTo(100_000);
        assertThat(config.shutdownTimeoutMillis()).isEqualTo(30_000);
        assertThat(config.guard().authToken()).isNull();
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void flagOverridesEnvironmentAndEnvironmentOverridesFile() throws Exception {
        Path file = file("c.yaml", "http-port: 1001\nport: 1002\ndefault-lease-ttl: 5\n");
        Map<String, String> environment =
                Map.of("HOME", "/h", "HOLDFAST_HTTP_PORT", "2001", "HOLDFAST_PORT", "2002");

        ServerConfig config = read(environment, "--config", file.toString(), "--http-port", "3001");

        assertThat(config.httpPort()).isEqualTo(3001);
        assertThat(config.linePort()).isEqualTo(2002);
        assertThat(config.settings().defaultTtlNanos()).isEqualTo(5 * SECOND_NANOS);
    }

    @Test
    void dflockdVariableAppliesIfHoldfastVariableIsUnset() throws ConfigException {
        ServerConfig config = read(Map.of(
                "HOME", "/h",
                "DFLOCKD_HTTP_SESSION_IDLE_S", "7",
                "DFLOCKD_MAX_LOCKS", "8",
                "HOLDFAST_MAX_LOCKS", "9"));

        assertThat(config.settings().sessionIdleNanos()).isEqualTo(7 * SECOND_NANOS);
        assertThat(config.settings().keysMax()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"1,true", "yes,true", "TRUE,true", "0,false", "No,false", "false,false"})
    void environmentBooleansIgnoreCase(String text, boolean expected) throws ConfigException {
        assertThat(read(Map.of("HOME", "/h", "HOLDFAST_DEBUG", text)).debug()).isEqualTo(expected);
    }

    @Test
    void invalidBooleanErrorNamesTheVariable() {
        ConfigException error = refused(Map.of("HOME", "/h", "DFLOCKD_DEBUG", "maybe"));

        assertThat(error.exitCode()).isEqualTo(78);
        assertThat(error)
                .hasMessageContaining("DFLOCKD_DEBUG is \"maybe\"")
                .hasMessageContaining("expected one of 1, yes, true, 0, no, false");
    }

    @Test
    void booleanFlagTakesAnOptionalValue() throws ConfigException {
        assertThat(flags("--ephemeral").ephemeral()).isTrue();
        assertThat(refused(HOME, "--ephemeral", "--bogus"))
                .hasMessageContaining("--bogus")
                .hasMessageNotContaining("--ephemeral is");
        assertThat(flags("--auto-release-on-disconnect=false").settings().releaseOnClose())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--http-port=65536",
                "--http-port=x",
                "--port=-1",
                "--default-lease-ttl=0",
                "--read-timeout=0",
                "--write-timeout=-1",
                "--gc-interval=0",
                "--lease-sweep-interval=0",
                "--gc-max-idle=-1",
                "--max-waiters=-1",
                "--http-session-idle-timeout=1.5",
                "--idempotency-max=0",
                "--host= "
            })
    void flagOutOfRangeIsAUsageErrorWithTheExpectedRange(String flag) {
        ConfigException error = refused(HOME, flag);

        assertThat(error.exitCode()).isEqualTo(64);
        assertThat(error)
                .hasMessageStartingWith(flag.substring(0, flag.indexOf('=')) + " is ")
                .hasMessageContaining("expected");
    }

    @Test
    void unknownFlagIsAUsageErrorWithTheNearestName() {
        ConfigException error = refused(HOME, "--htp-port=1");

        assertThat(error.exitCode()).isEqualTo(64);
        assertThat(error).hasMessageContaining("no flag --htp-port. Did you mean --http-port? ");
    }

    @Test
    void anUnknownSettingOfAFileIsRefusedWithTheNearestName() throws IOException {
        Path file = file("c.yaml", "defualt-lease-ttl: 5\n");

        assertThat(refused(HOME, "--config", file.toString()))
                .hasMessageContaining("\"defualt-lease-ttl\". Did you mean default-lease-ttl? ");
        assertThat(refused(HOME, "--config", file("d.yaml", "colour: red\n").toString()))
                .hasMessageContaining("\"colour\". The names are");
    }

    @Test
    void misspeltEnvironmentVariableIsAWarningWithTheNearestName() throws ConfigException {
        Map<String, String> environment =
                Map.of("HOME", "/h", "HOLDFAST_DATADIR", "/d", "HOLDFAST_SERVICE_HOST", "10.0.0.1");
        Map<String, String> ofTheCommandLine = Map.of("HOME", "/h", "HOLDFAST_TOKEN_FILE", "/t");

        assertThat(read(environment).warnings())
                .containsExactly("The environment variable HOLDFAST_DATADIR is not a setting."
                        + " Did you mean HOLDFAST_DATA_DIR?");
        assertThat(read(ofTheCommandLine).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"90, 90", "90s, 90", "5m, 300", "1h, 3600", "1.5m, 90"})
    void durationsMayHaveAUnit(String text, long seconds) throws Exception {
        Path file = file("c.yaml", "default-lease-ttl: " + text + "\n");

        assertThat(flags("--default-lease-ttl", text).settings().defaultTtlNanos())
                .isEqualTo(seconds * SECOND_NANOS);
        assertThat(flags("--config", file.toString()).settings().defaultTtlNanos())
                .isEqualTo(seconds * SECOND_NANOS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5 m", "m", "5d", "-5s", "1.5s", "5M"})
    void otherTextsAreNotDurations(String text) {
        assertThat(refused(HOME, "--default-lease-ttl=" + text))
                .hasMessageContaining("such as 30s, 5m or 1h");
    }

    @Test
    void aFileThatIsMissingIsReportedWithoutAClassName() {
        assertThat(refused(HOME, "--config", directory.resolve("none").toString()))
                .hasMessageContaining("cannot be read: no such file")
                .hasMessageNotContaining("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--raft-dir", "--node-id", "--cluster-peers", "--fence-state-file"})
    void dflockdClusterFlagsAreRejectedByName(String flag) {
        assertThat(refused(HOME, flag, "x"))
                .hasMessageContaining(flag)
                .hasMessageContaining("Remove the flag");
    }

    @Test
    void unknownNameInTheFileIsAnError() throws IOException {
        ConfigException error =
                refused(HOME, "--config", file("c.yaml", "htp-port: 1\n").toString());

        assertThat(error.exitCode()).isEqualTo(78);
        assertThat(error).hasMessageContaining("htp-port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1, 2]", "a: b: c", "http-port: {a: 1}"})
    void fileThatIsNotAMapIsAnError(String text) throws IOException {
        assertThat(refused(HOME, "--config", file("c.yaml", text).toString()).exitCode())
                .isEqualTo(78);
    }

    @Test
    void listsAreCommaSeparatedOrYaml() throws Exception {
        Path file = file("c.yaml", "allowed-hosts: [a, b]\n");

        ServerConfig config =
                flags("--config", file.toString(), "--http-cors-allowed-origins", " x , y,");

        assertThat(config.guard().allowedHosts()).containsExactly("a", "b");
        assertThat(config.guard().corsOrigins()).containsExactly("x", "y");
    }

    @Test
    void equalPortsAreRejectedUnlessBothAreZero() throws ConfigException {
        assertThat(refused(HOME, "--port=7000", "--http-port=7000").exitCode()).isEqualTo(78);
        assertThat(flags("--port=0", "--http-port=0").httpPort()).isZero();
    }

    @Test
    void capOfZeroMeansTheMaximum() throws ConfigException {
        assertThat(flags("--max-locks=0").settings().keysMax()).isEqualTo(Limits.KEYS_MAX);
    }

    @Test
    void tokenIsReadFromFlagThenFlagFileThenEnvironment() throws Exception {
        String first = file("first", "  from-flag-file \n").toString();
        String second = file("second", "from-environment-file").toString();
        Map<String, String> fileOnly = Map.of("HOME", "/h", "DFLOCKD_AUTH_TOKEN_FILE", second);
        Map<String, String> both = Map.of(
                "HOME", "/h", "HOLDFAST_AUTH_TOKEN", "env", "DFLOCKD_AUTH_TOKEN_FILE", second);

        assertThat(token(both, "--auth-token", "flag", "--auth-token-file", first))
                .isEqualTo("flag");
        assertThat(token(both, "--auth-token-file", first)).isEqualTo("from-flag-file");
        assertThat(token(both)).isEqualTo("env");
        assertThat(token(fileOnly)).isEqualTo("from-environment-file");
    }

    private static String token(Map<String, String> environment, String... flags)
            throws ConfigException {
        Secret secret = read(environment, flags).guard().authToken();
        return secret == null ? "none" : secret.value();
    }

    @Test
    void tokenOnTheCommandLineWarnsAndIsNotPrinted() throws ConfigException {
        ServerConfig config = flags("--auth-token", "hunter2");

        assertThat(config.warnings()).singleElement().asString().contains("--auth-token-file");
        assertThat(config.toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "two\nlines"})
    void tokenFileMustHaveExactlyOneLine(String text) throws IOException {
        ConfigException error =
                refused(HOME, "--auth-token-file", file("token", text).toString());

        assertThat(error.exitCode()).isEqualTo(78);
        assertThat(error).hasMessageContaining("--auth-token-file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host=0.0.0.0", "--http-host=0.0.0.0", "--host=192.0.2.1"})
    void nonLoopbackBindNeedsATokenOrInsecure(String flag) throws ConfigException {
        assertThat(refused(HOME, flag)).hasMessageContaining("--insecure");
        assertThat(flags(flag, "--insecure").warnings()).isNotEmpty();
        assertThat(read(Map.of("HOME", "/h", "HOLDFAST_AUTH_TOKEN", "t"), flag).warnings())
                .isEmpty();
    }

    @Test
    void ephemeralWithDataDirectoryIsRejectedAtEqualPrecedence() throws ConfigException {
        Map<String, String> environment = Map.of("HOME", "/h", "HOLDFAST_DATA_DIR", "/d");

        assertThat(refused(HOME, "--ephemeral", "--data-dir", "/d")).hasMessageContaining("Remove");
        assertThat(read(environment, "--ephemeral").ephemeral()).isTrue();
        assertThat(read(Map.of("HOME", "/h", "HOLDFAST_EPHEMERAL", "1"), "--data-dir", "/d")
                        .dataDir())
                .isEqualTo(Path.of("/d"));
    }

    @Test
    void absoluteXdgStateHomeIsUsedForState() throws ConfigException {
        assertThat(read(Map.of("HOME", "/h", "XDG_STATE_HOME", "/x")).dataDir())
                .isEqualTo(Path.of("/x/holdfast"));
        assertThat(read(Map.of("HOME", "/h", "XDG_STATE_HOME", "x")).dataDir())
                .isEqualTo(Path.of("/h/.local/state/holdfast"));
    }

    @Test
    void certificateNeedsAKeyReadableByItsOwnerOnly() throws Exception {
        Path certificate = file("cert.pem", "c");
        Path key = file("key.pem", "k");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(refused(HOME, "--tls-cert", certificate.toString()))
                .hasMessageContaining("--tls-key");
        assertThat(refused(HOME, "--tls-cert", certificate.toString(), "--tls-key", key.toString()))
                .hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertThat(flags("--tls-cert", certificate.toString(), "--tls-key", key.toString())
                        .tls())
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--http-port 1 --debug --port=2",
                "--debug false --host ::1",
                "--ephemeral --ephemeral=no --http-port 1 --http-port 2",
                "--allowed-hosts= --auth-token a=b",
                "--debug true --insecure"
            })
    void fastParserAgreesWithPicocli(String line) throws ConfigException {
        List<String> arguments = List.of(line.split(" "));

        assertThat(Flags.parse(arguments)).isEqualTo(Flags.parseWithCare(arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--http-port", "stray", "--http-port --debug", "-x", "--debug=1 stray"})
    void invalidCommandLineIsAUsageError(String line) {
        ConfigException error = refused(HOME, line.split(" "));

        assertThat(error.exitCode()).isEqualTo(64);
        assertThat(error).hasMessageContaining("--help");
    }

    @Test
    void eventBufferIsReadFromFlagEnvironmentAndFileWithinItsBounds() throws Exception {
        Path file = file("events.yaml", "event-buffer: 300\n");
        Map<String, String> environment = Map.of("HOME", "/h", "HOLDFAST_EVENT_BUFFER", "200");

        assertThat(flags().eventsMax()).isEqualTo(10_000);
        assertThat(flags("--event-buffer", "100").eventsMax()).isEqualTo(100);
        assertThat(flags("--config", file.toString()).eventsMax()).isEqualTo(300);
        assertThat(read(environment).eventsMax()).isEqualTo(200);
        assertThat(refused(HOME, "--event-buffer", "99"))
                .hasMessageContaining("from 100 to 1000000");
    }

    @Test
    void helpNamesEverySetting() {
        String help = Flags.help();

        for (Setting setting : Setting.all()) {
            assertThat(help).contains("--" + setting.flagName());
        }
    }
}
