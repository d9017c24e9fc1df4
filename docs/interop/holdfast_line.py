"""A client of Holdfast's line protocol: Python 3.8 or newer, standard library alone.

It is a pattern to copy, in any language. What it shows is explained in docs/interop.md.

    lock = Lock(("127.0.0.1", 6388), "deploy", lease_s=30)
    if lock.acquire(timeout_s=10):
        try:
            for part in work:
                lock.check()                     # raises LeaseLost
                write(part, fence=lock.fence)    # refused there if a higher fence was seen
        finally:
            lock.release()
"""

import socket
import threading
import time

CONNECT_SECONDS = 10
REPLY_SECONDS = 30  # what a reply may take beyond the wait that was asked for
REPLY_BYTES_MAX = 16 * 1024 * 1024  # stats is one line too
RENEW_AT = 0.5  # of the lease: the rest is the time that the answer may take
RETRY_SECONDS = (0, 0.1, 0.2, 0.5, 1, 2)  # the first at once: the server may only have restarted


class Refused(Exception):
    """The server said no; the text is its word, for instance error_max_locks."""


class LeaseLost(Exception):
    """What was held is no longer ours: stop, and write nothing more."""


class Connection:
    """One TCP connection, which to the server is one session. One request at a time."""

    def __init__(self, address, secret=None, tls=None):
        self.is_open = True
        self._turn = threading.Lock()
        self._socket = socket.create_connection(address, CONNECT_SECONDS)
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls is not None:  # for instance ssl.create_default_context()
                self._socket = tls.wrap_socket(self._socket, server_hostname=address[0])
            self._replies = self._socket.makefile("rb")
            if secret is not None and self.ask("auth", "_", secret) != "ok":
                raise Refused("error_auth")
        except BaseException:
            self.close()
            raise

    def ask(self, command, key="_", argument="", within_s=REPLY_SECONDS):
        """Sends exactly three lines and reads exactly one; an OSError means it is over."""
        for field in (command, key, argument):
            if "\n" in field or "\r" in field:
                raise ValueError("a field with a line end would be read as the next request")
        request = "%s\n%s\n%s\n" % (command, key, argument)
        with self._turn:
            try:
                self._socket.settimeout(within_s)
                self._socket.sendall(request.encode())
                line = self._replies.readline(REPLY_BYTES_MAX)
                if not line.endswith(b"\n"):
                    raise ConnectionError("the server closed the connection")
            except OSError:
                # After a time-out nobody knows whose reply the next line would be.
                self.close()
                raise
        reply = line.rstrip(b"\r\n").decode()
        if reply == "error_draining":
            self.close()
            raise ConnectionError("the server stops")
        return reply

    def close(self):
        self.is_open = False
        try:
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes whoever reads
        except OSError:
            pass  # the other side was quicker
        self._socket.close()


class Lock:
    """A lock, or with a limit a semaphore, on a connection of its own.

    Of its own, because a request that waits for one key would hold up the renewal of another.
    """

    def __init__(self, address, key, lease_s=30, limit=None, secret=None, tls=None):
        if not 0 < len(key.encode()) <= 256 or any(blank in key for blank in " \t\r\n"):
            raise ValueError("a key is 1 to 256 bytes without blanks and line ends")
        self.key, self.lease_s, self.limit = key, lease_s, limit
        self.lost = threading.Event()
        self.valid_until = 0.0  # by time.monotonic(); moves on with every renewal
        self._connect = lambda: Connection(address, secret, tls)
        self._connection = None
        self._token = None
        self._keeper = None
        self._stop = threading.Event()

    @property
    def fence(self):
        """The number of this grant, for whatever the lock protects to check."""
        return int(self._token[:16], 16)

    def acquire(self, timeout_s):
        """Waits in line; false when the time is over. Reconnects, and then asks anew.

        What a lost connection may have been granted ended with it: asking again is safe.
        """
        if self._token is not None and not self.lost.is_set():
            raise RuntimeError("held already, and locks are not re-entrant")
        deadline = time.monotonic() + timeout_s
        attempt = 0
        while True:
            left = max(0, round(deadline - time.monotonic()))
            try:
                return self._wait_for("l", self._words(left, self.limit, self.lease_s), left)
            except OSError:
                pause = RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)]
                if pause and time.monotonic() + pause > deadline:
                    raise
                time.sleep(pause)
                attempt += 1

    def enqueue(self):
        """Takes the lock (true) or a place in line (false) and returns at once."""
        asked = time.monotonic()
        reply = self._ask("e", self._words(self.limit, self.lease_s)).split(" ")
        if reply[0] == "acquired":
            self._granted(reply, asked)
        elif reply[0] != "queued":
            raise Refused(reply[0])
        return reply[0] == "acquired"

    def wait(self, timeout_s):
        """Collects what enqueue took. False, and an OSError too, mean that the place is gone."""
        return self._wait_for("w", str(timeout_s), timeout_s)

    def check(self):
        """For the work to call before everything that must not be done without the lock."""
        if self.lost.is_set() or time.monotonic() > self.valid_until:
            raise LeaseLost(self.key)

    def release(self):
        """True when it was still ours; false when it had been lost before."""
        self._stop_keeper()
        token, self._token = self._token, None
        try:
            return token is not None and self._ask("r", token) == "ok"
        except OSError:
            return False

    def close(self):
        """Hangs up: what is held and waited for ends, unless the server keeps it on purpose."""
        self._stop_keeper()
        self._token = None
        if self._connection is not None:
            self._connection.close()

    def _wait_for(self, command, argument, timeout_s):
        asked = time.monotonic()
        reply = self._ask(command, argument, timeout_s + REPLY_SECONDS).split(" ")
        if reply[0] == "ok":
            self._granted(reply, asked)
        elif reply[0] != "timeout":
            raise Refused(reply[0])
        return reply[0] == "ok"

    def _ask(self, command, argument, within_s=REPLY_SECONDS):
        if self._connection is None or not self._connection.is_open:
            # A new connection is a new session, which holds nothing and stands in no line.
            self._connection = self._connect()
        kind = "" if self.limit is None else "s"
        return self._connection.ask(kind + command, self.key, argument, within_s)

    def _granted(self, reply, asked):
        self._stop_keeper()
        _, self._token, lease_s = reply
        # The lease began at some moment after the question. It is counted from the question where
        # that is recent; after a wait, half of it is taken as gone, and the keeper renews at once.
        self.valid_until = max(asked, time.monotonic() - self.lease_s * RENEW_AT) + int(lease_s)
        self.lost.clear()
        self._stop = threading.Event()
        self._keeper = threading.Thread(target=self._keep, args=(self._stop, self._connection))
        self._keeper.daemon = True
        self._keeper.start()

    def _keep(self, stop, connection):
        """Renews at half the lease, until told to stop or until the lease is lost."""
        command = "n" if self.limit is None else "sn"
        argument = self._words(self._token, self.lease_s)
        left = self.lease_s * (1 - RENEW_AT)
        while not stop.wait(max(0, self.valid_until - left - time.monotonic())):
            asked = time.monotonic()
            try:
                reply = connection.ask(command, self.key, argument, left)
            except OSError:
                reply = "lost with the connection"
            if not reply.startswith("ok"):
                self.lost.set()
                return
            self.valid_until = asked + self.lease_s

    def _stop_keeper(self):
        self._stop.set()
        if self._keeper is not None:
            self._keeper.join()
            self._keeper = None

    @staticmethod
    def _words(*words):
        return " ".join(str(word) for word in words if word is not None)
