package io.holdfast.client.http;

import java.security.SecureRandom;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS context of a client whose members all have http addresses. The JDK's HTTP client prepares
 * TLS even if it is never used and reads all trusted certificates, which takes a quarter of a
 * second of processor time: too much for a command that sends one request.
 */
final class NoTls extends SSLContext {

    NoTls() {
        super(new Spi(), null, "none");
    }

    private static final class Spi extends SSLContextSpi {

        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("no member has an https address");
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], new String[] {"TLSv1.3"});
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {
            throw unused();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw unused();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw unused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw unused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw unused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw unused();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw unused();
        }
    }
}
