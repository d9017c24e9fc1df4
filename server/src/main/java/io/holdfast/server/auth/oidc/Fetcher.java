package io.holdfast.server.auth.oidc;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a small document from an issuer: no redirects, a connect timeout and a read timeout of
 * two seconds each, 64 kB. The connection uses the very address that was checked, so that a second
 * DNS answer cannot redirect it; the certificate must still match the host name.
 */
final class Fetcher {

    static final int BYTES_MAX = 65_536;

    private static final int SILENCE_MILLIS = 2_000;
    private static final int WHOLE_SECONDS = 10;
    private static final int ADDRESSES_MAX = 4;

    private final Vertx vertx;
    private final HttpClientOptions clientOptions;
    private final boolean allowPrivate;

    Fetcher(Vertx vertx, @Nullable Path ca, boolean allowPrivate) {
        this.vertx = vertx;
        this.clientOptions = new HttpClientOptions()
                .setConnectTimeout(SILENCE_MILLIS)
                .setSslHandshakeTimeout(SILENCE_MILLIS)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setReadIdleTimeout(SILENCE_MILLIS)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeepAlive(false)
                .setVerifyHost(true);
        if (ca != null) {
            clientOptions.setTrustOptions(new PemTrustOptions().addCertPath(ca.toString()));
        }
        this.allowPrivate = allowPrivate;
    }

    /** Blocks, so it must not be called on an event loop. */
    String get(URI uri) throws IOException, InterruptedException {
        InetAddress[] addresses = resolve(uri);
        IOException last = null;
        for (int i = 0; i < Math.min(addresses.length, ADDRESSES_MAX); i++) {
            try {
                return get(uri, addresses[i]);
            } catch (IOException e) {
                last = e;
            }
        }
        throw last == null ? new UnknownHostException(uri.getHost()) : last;
    }

    private InetAddress[] resolve(URI uri) throws IOException {
        InetAddress[] addresses = InetAddress.getAllByName(bare(uri.getHost()));
        for (InetAddress address : addresses) {
            boolean isPublic = PublicAddresses.hold(address);
            if (!isPublic && !allowPrivate) {
                throw new IOException(uri + " resolves to " + address.getHostAddress()
                        + ", which is not a public address; --oidc-allow-private allows it");
            }
            if (isPublic && !isSecure(uri)) {
                throw new IOException(uri + " resolves to a public address and must use https");
            }
        }
        return addresses;
    }

    private String get(URI uri, InetAddress address) throws IOException, InterruptedException {
        boolean secure = isSecure(uri);
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, port)))
                .setHost(bare(uri.getHost()))
                .setPort(port)
                .setSsl(secure)
                .setURI(path + query)
                .setFollowRedirects(false)
                .setConnectTimeout(SILENCE_MILLIS)
                .setIdleTimeout(SILENCE_MILLIS)
                .putHeader("Accept", "application/json");
        // A client of its own: a shared one may choose the connection of the previous request,
        // which
        // is being closed.
        HttpClient client = vertx.createHttpClient(clientOptions);
        Future<Buffer> body =
                client.request(options).compose(HttpClientRequest::send).compose(Fetcher::body);
        try {
            return body.toCompletionStage()
                    .toCompletableFuture()
                    .get(WHOLE_SECONDS, TimeUnit.SECONDS)
                    .toString(StandardCharsets.UTF_8);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(uri + ": " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IOException(uri + " took longer than " + WHOLE_SECONDS + " s", e);
        } finally {
            // A pending response is not awaited.
            client.close();
        }
    }

    private static Future<Buffer> body(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return Future.failedFuture("answered " + response.statusCode()
                    + " instead of 200; redirects are not followed");
        }
        Promise<Buffer> whole = Promise.promise();
        Buffer read = Buffer.buffer();
        response.exceptionHandler(whole::tryFail);
        response.handler(part -> {
            if (read.length() + part.length() > BYTES_MAX) {
                whole.tryFail("is larger than " + BYTES_MAX + " bytes");
                return;
            }
            read.appendBuffer(part);
        });
        response.endHandler(end -> whole.tryComplete(read));
        return whole.future();
    }

    private static boolean isSecure(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
