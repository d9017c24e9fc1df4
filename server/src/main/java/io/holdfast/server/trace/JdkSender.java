package io.holdfast.server.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Consumer;

/** Posts batches of spans. A batch that cannot be sent is lost; the next one may arrive. */
final class JdkSender implements HttpSender {

    private final HttpSenderConfig config;
    private final HttpClient client;

    JdkSender(HttpSenderConfig config) {
        this.config = config;
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(config.getConnectTimeout());
        if (config.getSslContext() != null) {
            builder.sslContext(config.getSslContext());
        }
        this.client = builder.build();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Both outcomes are reported.
    public void send(
            MessageWriter message, Consumer<HttpResponse> answered, Consumer<Throwable> failed) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(message.getContentLength());
        try {
            message.writeMessage(body);
        } catch (IOException e) {
            failed.accept(e);
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(config.getEndpoint())
                .timeout(config.getTimeout())
                .header("Content-Type", config.getContentType())
                .POST(BodyPublishers.ofByteArray(body.toByteArray()));
        config.getHeadersSupplier()
                .get()
                .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        client.sendAsync(request.build(), BodyHandlers.ofByteArray())
                .whenComplete((response, problem) -> {
                    if (response == null) {
                        failed.accept(problem);
                    } else {
                        answered.accept(new Answer(response.statusCode(), response.body()));
                    }
                });
    }

    @Override
    public CompletableResultCode shutdown() {
        client.shutdownNow();
        return CompletableResultCode.ofSuccess();
    }

    private record Answer(int status, byte[] body) implements HttpResponse {

        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        public String getStatusMessage() {
            return "status " + status;
        }

        @Override
        @SuppressWarnings("ArrayRecordComponent")
        public byte[] getResponseBody() {
            return body;
        }
    }
}
