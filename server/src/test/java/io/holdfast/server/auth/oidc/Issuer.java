package io.holdfast.server.auth.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A small OpenID Connect issuer on a real socket, with discovery document, keys and signatures. */
public final class Issuer implements AutoCloseable {

    /** Answers a request. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    /** Closes the connection without an answer, like an issuer that is down. */
    static final Answer NONE = HttpExchange::close;

    /** Generated once, because generating an RSA key is slow. */
    public static final RSAKey RSA = rsa("rsa-1");

    public static final String KEYS = "/keys";
    public static final String DOCUMENT = "/.well-known/openid-configuration";

    private final HttpServer server;
    private final String scheme;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

    private Issuer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::answer);
        server.start();
        publish(RSA);
        answer(DOCUMENT, json("{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + keysUrl() + "\"}"));
    }

    /** Starts an issuer on a free loopback port. */
    public static Issuer start() {
        try {
            return new Issuer(HttpServer.create(loopback(), 0), "http");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts an issuer that serves TLS. */
    static Issuer start(SSLContext identity) {
        try {
            HttpsServer server = HttpsServer.create(loopback(), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(identity));
            return new Issuer(server, "https");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    }

    static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static ECKey ec(String id, Curve curve) {
        try {
            return new ECKeyGenerator(curve).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return scheme + "://127.0.0.1:" + port();
    }

    public String keysUrl() {
        return url() + KEYS;
    }

    static Answer json(String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    static Answer redirect(String to) {
        return exchange -> {
            exchange.getResponseHeaders().set("Location", to);
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        };
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.computeIfAbsent(path, any -> new AtomicInteger()).incrementAndGet();
        Answer answer = answers.get(path);
        if (answer == null) {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        } else {
            answer.to(exchange);
        }
    }

    /** Sets the answer to further requests for the path. */
    void answer(String path, Answer answer) {
        answers.put(path, answer);
    }

    /** Replaces the published keys with the public halves of these. */
    public void publish(JWK... keys) {
        answer(KEYS, json(new JWKSet(List.of(keys)).toString(true)));
    }

    /** Returns the number of requests for the keys. */
    int keyRequests() {
        return requests(KEYS);
    }

    int requests(String path) {
        AtomicInteger count = requests.get(path);
        return count == null ? 0 : count.get();
    }

    /** Returns the number of requests for any path. */
    int requests() {
        return requests.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    static JWSHeader.Builder header(String algorithm, @Nullable JWK key) {
        return new JWSHeader.Builder(JWSAlgorithm.parse(algorithm))
                .keyID(key == null ? null : key.getKeyID());
    }

    /** Returns a valid one-hour token for the audience {@code holdfast}, with the given changes. */
    public String token(long nowMillis, Consumer<JWTClaimsSet.Builder> change) {
        return sign(header("RS256", RSA), RSA, claims(nowMillis, change));
    }

    public JWTClaimsSet claims(long nowMillis, Consumer<JWTClaimsSet.Builder> change) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(url())
                .audience("holdfast")
                .subject("8c2f")
                .claim("preferred_username", "alice")
                .claim("exp", nowMillis / 1000 + 3600);
        change.accept(claims);
        return claims.build();
    }

    static String sign(JWSHeader.Builder header, JWK key, JWTClaimsSet claims) {
        try {
            JWSSigner signer = key instanceof ECKey ec
                    ? new ECDSASigner(ec)
                    : new RSASSASigner(key.toRSAKey());
            SignedJWT token = new SignedJWT(header.build(), claims);
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
