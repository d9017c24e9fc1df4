"""Starts real servers from the checkout, and a proxy that cuts connections."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(os.environ.get("HOLDFAST_ROOT") or Path(__file__).resolve().parents[3])
JAR = ROOT / "server/target/lib/holdfast-server.jar"
START_SECONDS = 60.0


def java() -> str:
    home = os.environ.get("JAVA_HOME")
    found = str(Path(home) / "bin/java") if home else shutil.which("java")
    assert found, "no java: install a JDK 25 and set JAVA_HOME"
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process on a port that it keeps over restarts."""

    def __init__(self, directory: Path, *flags: str) -> None:
        assert JAR.exists(), "%s is missing: run ./dev build" % JAR
        self._directory = directory
        self._flags = flags
        self.port = free_port()
        self.scheme = "https" if any(flag.startswith("--tls-cert") for flag in flags) else "http"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return "%s://127.0.0.1:%d" % (self.scheme, self.port)

    def start(self) -> None:
        log = open(self._directory / "server.log", "ab")
        command = [java(), "@%s" % (ROOT / "server/jvm.options"), "-Xmx192m"]
        command += ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(JAR)]
        command += ["io.holdfast.server.Main", "serve", "--port", "0"]
        command += ["--http-port", str(self.port), "--data-dir", str(self._directory / "data")]
        with log:
            self._process = subprocess.Popen(
                [*command, *self._flags], stdout=subprocess.PIPE, stderr=log
            )
        lines = self._process.stdout
        assert lines is not None
        timer = threading.Timer(START_SECONDS, self._process.kill)
        timer.start()
        for line in lines:
            if b"listening" in line or b"://" in line or b"6389" in line:
                break
        timer.cancel()
        threading.Thread(target=lines.read, daemon=True).start()
        self._await_ready()

    def _await_ready(self) -> None:
        # The port is bound before the line is printed; this only guards against another wording.
        pause = threading.Event()
        for _ in range(600):
            assert self._process is not None and self._process.poll() is None, self.log()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            pause.wait(0.1)
        raise AssertionError("the server did not start: " + self.log())

    def log(self) -> str:
        return (self._directory / "server.log").read_text()[-4000:]

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def delete_session(self, id: str) -> None:
        request = urllib.request.Request("%s/v1/sessions/%s" % (self.url, id), method="DELETE")
        urllib.request.urlopen(request).close()


class CuttingProxy:
    """Forwards connections, and can drop the next reply to a request with a certain path."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut: bytes | None = None
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_reply_to(self, path: str) -> None:
        self._cut = path.encode()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._to)) as server:
            while True:
                request = _message(client)
                if not request:
                    return
                server.sendall(request)
                reply = _message(server)
                if self._cut is not None and self._cut in request.split(b"\r\n", 1)[0]:
                    self._cut = None
                    self.cuts += 1
                    return
                client.sendall(reply)


def _message(sock: socket.socket) -> bytes:
    """Reads one HTTP message with a Content-Length; empty at the end of the connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = sock.recv(65536)
        if not more:
            return b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        more = sock.recv(65536)
        if not more:
            return b""
        body += more
    return head + b"\r\n\r\n" + body
