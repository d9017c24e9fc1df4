package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.net.Networks;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which address a request is attributed to, even with forged headers. */
final class ClientAddressesTest {

    private static final Networks PROXIES =
            Networks.parse(List.of("10.0.0.0/8", "2001:db8:1::/48"));

    private static String found(boolean forwarded, String peer, String... headers) {
        String text = "GET / HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n";
        try {
            RequestHead head = HeadParser.parse(
                    text.getBytes(StandardCharsets.ISO_8859_1), EdgeLimits.DEFAULT);
            return Remote.text(
                    new ClientAddresses(PROXIES, forwarded).of(head, InetAddress.ofLiteral(peer)));
        } catch (Malformed e) {
            throw new AssertionError(e);
        }
    }

    private static String xff(String peer, String value) {
        return found(false, peer, "X-Forwarded-For: " + value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1",
                "192.0.2.1, 10.0.0.9",
                "198.51.100.7, 192.0.2.1",
                "10.0.0.1, 127.0.0.1, 192.0.2.1, 10.1.1.1, 10.2.2.2",
                "garbage, 192.0.2.1:4711",
                "'[::1]:80, 192.0.2.1'"
            })
    void lastUntrustedHopIsTheClient(String value) {
        assertThat(xff("10.0.0.5", value)).isEqualTo("192.0.2.1");
    }

    @Test
    void untrustedClientCannotForgeItsAddress() {
        assertThat(xff("192.0.2.66", "127.0.0.1")).isEqualTo("192.0.2.66");
        assertThat(xff("192.0.2.66", "10.0.0.1")).isEqualTo("192.0.2.66");
        assertThat(found(true, "192.0.2.66", "Forwarded: for=127.0.0.1")).isEqualTo("192.0.2.66");
    }

    @Test
    void clientBehindAProxyCannotForgeItsAddress() {
        // The client wrote the first two addresses; the proxy appended the real one.
        assertThat(xff("10.0.0.5", "127.0.0.1, 10.0.0.7, 192.0.2.66")).isEqualTo("192.0.2.66");
        assertThat(found(
                        false,
                        "10.0.0.5",
                        "X-Forwarded-For: 127.0.0.1",
                        "X-Forwarded-For: 192.0.2.66"))
                .isEqualTo("192.0.2.66");
    }

    @Test
    void onlyTheConfiguredHeaderIsUsed() {
        assertThat(found(
                        false,
                        "10.0.0.5",
                        "Forwarded: for=127.0.0.1",
                        "X-Forwarded-For: 192.0.2.66"))
                .isEqualTo("192.0.2.66");
        assertThat(found(
                        true,
                        "10.0.0.5",
                        "X-Forwarded-For: 127.0.0.1",
                        "Forwarded: for=127.0.0.1, for=\"[2001:db8:9::1]:4711\";proto=https"))
                .isEqualTo("2001:db8:9:0:0:0:0:1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"unknown", "_hidden", "''", "192.0.2.1 192.0.2.2", "fe80::1%eth0", "1.2.3.4.5"
            })
    void invalidAddressFallsBackToTheProxy(String value) {
        assertThat(xff("10.0.0.5", value)).isEqualTo("10.0.0.5");
        assertThat(xff("10.0.0.5", "192.0.2.1, " + value + ", 10.0.0.6")).isEqualTo("10.0.0.6");
    }

    @Test
    void withoutTheHeaderTheProxyIsTheClient() {
        assertThat(found(false, "10.0.0.5")).isEqualTo("10.0.0.5");
        assertThat(found(true, "2001:db8:1::5")).isEqualTo("2001:db8:1:0:0:0:0:5");
    }
}
