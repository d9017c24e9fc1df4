package io.holdfast.bench.servers;

import java.nio.file.Path;
import java.util.Locale;

/** The settings of nginx as a yardstick: one worker per core, no log, keep-alive connections. */
final class NginxSettings {

    private static final String TEMPLATE = """
            daemon off;
            worker_processes auto;
            pid %1$s/nginx.pid;
            error_log %1$s/error.log crit;
            events { worker_connections 4096; }
            http {
              access_log off;
              keepalive_requests 1000000000;
              keepalive_timeout 3600s;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server {
                listen 127.0.0.1:%2$d backlog=4096;
                location / {
                  default_type application/json;
                  return 200 '{"status":"ok"}';
                }
              }
            }
            """;

    private NginxSettings() {}

    static String text(Path directory, int port) {
        return String.format(Locale.ROOT, TEMPLATE, directory.toAbsolutePath(), port);
    }
}
