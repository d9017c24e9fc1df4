package io.holdfast.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

final class AddressesTest {

    @Test
    void addressIsFoundInServerOutput() {
        String printed = """
                Downloading from central: https://example.org/maven2/a.jar
                See http://example.org/docs for more.
                12:00:01 INFO listening on http://127.0.0.1:40123 (line protocol on 40124)
                try: curl http://127.0.0.1:1/health
                """;

        assertThat(Addresses.firstIn(printed)).contains(new InetSocketAddress("127.0.0.1", 40123));
    }

    @Test
    void ipv6AddressIsFound() {
        assertThat(Addresses.firstIn("http://[::1]:80/x"))
                .contains(new InetSocketAddress("::1", 80));
    }

    @Test
    void lineProtocolAddressIsFoundSeparately() {
        String printed = "listening on http://127.0.0.1:40123\nline protocol on 127.0.0.1:40124\n";

        assertThat(Addresses.lineIn(printed)).contains(new InetSocketAddress("127.0.0.1", 40124));
        assertThat(Addresses.lineIn("listening on http://127.0.0.1:40123\n")).isEmpty();
    }

    @Test
    void urlWithoutAPortIsNotAnAddress() {
        assertThat(Addresses.firstIn("http://localhost/ and http://a:99999")).isEmpty();
    }
}
