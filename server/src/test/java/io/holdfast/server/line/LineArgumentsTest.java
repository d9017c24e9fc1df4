package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 2.2 to 2.4 of the contract: argument syntax and the effect of errors. */
final class LineArgumentsTest {

    private static TestServer server;
    private LineClient ann;

    @BeforeAll
    static void start() {
        server = TestServer.ephemeral();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        ann = server.connect();
    }

    private void isRefusedAndStaysOpen(String command, String key, String argument) {
        assertThat(ann.ask(command, key, argument)).isEqualTo("error");
        assertThat(ann.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "1.0",
                "1e3",
                "0x5",
                "1_000",
                "5s",
                "--5",
                "+-5",
                "+",
                "-",
                "٣",
                "５",
                "1,0",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999999999"
            })
    @DisplayName("2.4, code 4: A bad integer is `error`, and the connection stays open.")
    void invalidIntegerIsAnError(String integer) {
        isRefusedAndStaysOpen("l", "k", integer);
        isRefusedAndStaysOpen("l", "k", "0 " + integer);
        isRefusedAndStaysOpen("sl", "k", integer + " 1");
        isRefusedAndStaysOpen("sl", "k", "0 " + integer);
        isRefusedAndStaysOpen("se", "k", integer);
        isRefusedAndStaysOpen("e", "k", integer);
        isRefusedAndStaysOpen("w", "k", integer);
        isRefusedAndStaysOpen("n", "k", "token " + integer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "+0", "00", "9223372036", "+9223372036", "09223372036"})
    @DisplayName("2.2: Integers are base-10, signed 64-bit syntax; timeouts go from 0 to"
            + " 9223372036.")
    void timeoutAcceptsSignedIntegers(String timeout) {
        String grant = ann.ask("l", "timeout", timeout);

        assertThat(grant).matches("ok [0-9a-f]{32} 33");
        assertThat(ann.ask("r", "timeout", grant.split(" ")[1])).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "+7, 7", "007, 7", "9223372036, 9223372036"})
    @DisplayName("2.2: Leases go from 1 to 9223372036.")
    void leaseAcceptsSignedIntegers(String lease, String granted) {
        String grant = ann.ask("l", "lease", "0 " + lease);

        assertThat(grant).matches("ok [0-9a-f]{32} " + granted);
        String token = grant.split(" ")[1];
        assertThat(ann.ask("n", "lease", token + " " + lease)).isEqualTo("ok " + granted);
        assertThat(ann.ask("r", "lease", token)).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "9223372037", "9223372036854775807", "-9223372036854775808"})
    @DisplayName("2.4, code 6: A negative or too large timeout is `error`, and the connection stays"
            + " open.")
    void timeoutOutOfRangeIsAnError(String timeout) {
        isRefusedAndStaysOpen("l", "k", timeout);
        isRefusedAndStaysOpen("sl", "k", timeout + " 1");
        isRefusedAndStaysOpen("w", "k", timeout);
        isRefusedAndStaysOpen("sw", "k", timeout);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "-1", "9223372037", "9223372036854775807"})
    @DisplayName("2.4, code 9: A lease ≤ 0 or too large is `error`, and the connection stays open.")
    void leaseOutOfRangeIsAnError(String lease) {
        isRefusedAndStaysOpen("l", "k", "0 " + lease);
        isRefusedAndStaysOpen("sl", "k", "0 1 " + lease);
        isRefusedAndStaysOpen("e", "k", lease);
        isRefusedAndStaysOpen("se", "k", "1 " + lease);
        isRefusedAndStaysOpen("n", "k", "token " + lease);
        isRefusedAndStaysOpen("sn", "k", "token " + lease);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1048577", "9223372036854775807"})
    @DisplayName("2.4, code 13: A limit ≤ 0 or > 1,048,576 is `error`, and the connection stays"
            + " open.")
    void limitOutOfRangeIsAnError(String limit) {
        isRefusedAndStaysOpen("sl", "k", "0 " + limit);
        isRefusedAndStaysOpen("se", "k", limit);
        assertThat(ann.ask("sl", "largest", "0 1048576")).startsWith("ok ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\tb", " a", "a ", "\t", "a\rb"})
    @DisplayName("2.4, code 5: An empty key, or whitespace in it, is `error`, and the connection"
            + " stays open.")
    void invalidKeyIsAnError(String key) {
        for (String command : new String[] {"l", "e"}) {
            isRefusedAndStaysOpen(command, key, command.equals("l") ? "0" : "");
        }
        isRefusedAndStaysOpen("r", key, "token");
        isRefusedAndStaysOpen("n", key, "token");
        isRefusedAndStaysOpen("w", key, "0");
        isRefusedAndStaysOpen("sl", key, "0 1");
        isRefusedAndStaysOpen("se", key, "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r", "n", "sr", "sn"})
    @DisplayName("2.4, code 7: An empty token is `error`, and the connection stays open.")
    void emptyTokenIsAnError(String command) {
        isRefusedAndStaysOpen(command, "k", "");
        isRefusedAndStaysOpen(command, "k", " \t ");
    }

    @ParameterizedTest
    @CsvSource({
        "l, ''",
        "l, 0 1 2",
        "sl, ''",
        "sl, 0",
        "sl, 0 1 2 3",
        "e, 1 2",
        "e, 5 junk",
        "se, ''",
        "se, 1 2 3",
        "w, ''",
        "w, 0 0",
        "sw, ''",
        "sw, 1 2",
        "n, token 1 2",
        "sn, token 1 2"
    })
    @DisplayName("2.4, code 8: A wrong number of arguments is `error`, and the connection stays"
            + " open.")
    void wrongArgumentCountIsAnError(String command, String argument) {
        isRefusedAndStaysOpen(command, "k", argument);
    }

    @Test
    @DisplayName("2.2: Arguments are split on runs of blanks.")
    void argumentsAreSplitOnWhitespace() {
        assertThat(ann.ask("sl", "blanks", " \t 0\t\t 2   7 \t")).matches("ok [0-9a-f]{32} 7");
        String grant = ann.ask("l", "blanks-too", "0\t8");
        assertThat(grant).endsWith(" 8");
        assertThat(ann.ask("n", "blanks-too", "\t" + grant.split(" ")[1] + "  \t9 "))
                .isEqualTo("ok 9");
        assertThat(ann.ask("e", "blank-enqueue", " \t ")).endsWith(" 33");
    }

    @Test
    @DisplayName("71. Parse errors keep the connection; an over-long line or read timeout closes it"
            + " after `error`.")
    void parseErrorsDoNotDesynchronise() {
        // A bad request's key looks like a command, and its argument like a key.
        ann.request("nonsense", "l", "k").request("l", "", "r").request("l", "k", "ping");
        ann.request("ping", "_", "_");

        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.line()).isEqualTo("ok");
    }

    @Test
    @DisplayName("72. CRLF line ends are accepted.")
    void crlfLineEndsAreAccepted() {
        ann.send("l\r\ncrlf\r\n0 5\r\n");
        String grant = ann.line();
        assertThat(grant).matches("ok [0-9a-f]{32} 5");
        ann.send("r\r\r\ncrlf\r\r\r\n" + grant.split(" ")[1] + "\r\n");
        assertThat(ann.line()).isEqualTo("ok");
        ann.send("ping\r\n\r\n\r\n");
        assertThat(ann.line()).isEqualTo("ok");
        assertThat(server.row("idle_locks", "crlf").isMissingNode()).isFalse();
    }

    @Test
    @DisplayName("73. A 256-byte key is fine; 257 closes the connection.")
    void keyOf256BytesIsAccepted() {
        assertThat(ann.ask("l", "k".repeat(256), "0")).startsWith("ok ");
        assertThat(ann.ask("l", "é".repeat(128), "0")).startsWith("ok ");
        ann.request("l", "k".repeat(257), "0");
        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.isClosedByServer()).isTrue();
    }

    @Test
    void invalidUtf8KeyIsRejected() {
        ann.send(new byte[] {'l', '\n', (byte) 0xff, (byte) 0xc3, '\n', '0', '\n'});

        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName("2.4, code 12: A line that is too long is answered with `error`, and the"
            + " connection closed.")
    void oversizedLineClosesTheConnection(int line) {
        String[] lines = {"ping", "_", "_"};
        for (int length : new int[] {257, 5_000, 1_000_000}) {
            LineClient client = server.connect();
            lines[line] = "x".repeat(length);
            client.send(String.join("\n", lines) + "\n");
            assertThat(client.line()).isEqualTo("error");
            assertThat(client.isClosedByServer()).isTrue();
        }
        LineClient client = server.connect();
        lines[line] = "x".repeat(255) + "\r\r";
        client.send(String.join("\n", lines) + "\n");
        assertThat(client.line()).as("CR counts").isEqualTo("error");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void oversizedLineIsAnsweredBeforeItEnds() {
        for (int length : new int[] {257, 1_000, 70_000}) {
            LineClient client = server.connect().send("x".repeat(length));
            assertThat(client.line()).isEqualTo("error");
            assertThat(client.isClosedByServer()).isTrue();
        }
        LineClient half = server.connect().send("l\n" + "k".repeat(300)).endOfInput();
        assertThat(half.line()).isEqualTo("error");
        assertThat(half.isClosedByServer()).isTrue();
    }

    @Test
    @DisplayName("2.1: The cap of a line is 256 bytes; a CR counts.")
    void lineOf256BytesIsAccepted() {
        assertThat(ann.ask("x".repeat(256), "y".repeat(256), "z".repeat(256))).isEqualTo("error");
        assertThat(ann.ask("ping", "y".repeat(255) + "\r", "z".repeat(256))).isEqualTo("ok");
    }

    @Test
    void requestsBeforeAnOversizedLineAreAnswered() {
        ann.send("ping\n_\n_\nl\nbefore\n0\n" + "x".repeat(300) + "\n");

        assertThat(ann.line()).isEqualTo("ok");
        assertThat(ann.line()).startsWith("ok ");
        assertThat(ann.line()).isEqualTo("error");
        assertThat(ann.isClosedByServer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "l", "l\n", "l\nk", "l\nk\n", "l\nk\n0"})
    @DisplayName("2.4, code 11: A peer that closes in the middle of a request hears nothing.")
    void incompleteRequestAtEndOfInputIsNotAnswered(String half) {
        ann.send("ping\n_\n_\n" + half).endOfInput();

        assertThat(ann.line()).isEqualTo("ok");
        assertThat(ann.isClosedByServer()).isTrue();
        assertThat(server.row("locks", "k").isMissingNode()).isTrue();
    }
}
