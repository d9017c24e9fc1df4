"""Connections to the members, and the threads that work in the background."""

from __future__ import annotations

import heapq
import http.client
import itertools
import logging
import ssl
import threading
from dataclasses import dataclass
from typing import Callable, Optional, Sequence, Union
from urllib.parse import quote, urlsplit

from ._http import Call, Lost, Request, Result, Timing, now

PORT = 6389
_CONNECT_MAX = 3.0
_SOCKET_TIMEOUT_MAX = 1e6
_IDLE_PER_MEMBER = 8
_BODY_MAX = 64 * 1024 * 1024
_OWNER_BYTES_MAX = 128

Token = Union[str, Callable[[], str], None]

_log = logging.getLogger("holdfast")


class Loop:
    """One thread for everything that is due later, and workers for everything that blocks."""

    def __init__(self) -> None:
        self._due: "list[tuple[float, int, Timer]]" = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._thread: Optional[threading.Thread] = None
        self._closed = False
        self._tasks: "list[Callable[[], None]]" = []
        self._wanted = threading.Condition()
        self._idle_workers = 0

    def schedule(self, task: Callable[[], None], delay: float) -> "Timer":
        """Runs a task that does not block on the heartbeat thread."""
        timer = Timer(task)
        with self._changed:
            if not self._closed:
                heapq.heappush(self._due, (now() + max(0.0, delay), next(self._numbers), timer))
                if self._thread is None:
                    self._thread = threading.Thread(
                        target=self._run, name="holdfast-heartbeat", daemon=True
                    )
                    self._thread.start()
                self._changed.notify()
        return timer

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._closed and (not self._due or self._due[0][0] > now()):
                    wait = self._due[0][0] - now() if self._due else None
                    # The clock of the conditions may stand still while the machine sleeps.
                    self._changed.wait(None if wait is None else max(0.0, min(wait, 1.0)))
                if self._closed:
                    return
                timer = heapq.heappop(self._due)[2]
            timer.run()

    def work(self, task: Callable[[], None]) -> None:
        """Runs a task that may block on a worker. Workers end after they were idle for a while."""
        with self._wanted:
            self._tasks.append(task)
            if self._idle_workers >= len(self._tasks):
                self._wanted.notify()
                return
        threading.Thread(target=self._serve, name="holdfast-worker", daemon=True).start()

    def _serve(self) -> None:
        while True:
            with self._wanted:
                if not self._tasks:
                    self._idle_workers += 1
                    self._wanted.wait(10.0)
                    self._idle_workers -= 1
                    if not self._tasks:
                        return
                task = self._tasks.pop(0)
            try:
                task()
            except Exception:
                _log.exception("a task of the Holdfast client failed")

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._due.clear()
            self._changed.notify_all()


class Timer:
    """Something that is due later."""

    def __init__(self, task: Callable[[], None]) -> None:
        self._task: Optional[Callable[[], None]] = task

    def cancel(self) -> None:
        self._task = None

    def run(self) -> None:
        task = self._task
        if task is not None:
            try:
                task()
            except Exception:
                _log.exception("a heartbeat of the Holdfast client failed")


@dataclass(frozen=True)
class Settings:
    addresses: "tuple[str, ...]"
    token: Token
    tls: Optional[ssl.SSLContext]
    owner: Optional[str]
    ttl: int
    request_timeout: float


@dataclass(frozen=True)
class Raw:
    """A reply as it came."""

    status: int
    headers: "list[tuple[str, str]]"
    body: str
    will_close: bool


class Transport:
    """Sends requests to the members. Any member serves any request, in any session."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.loop = Loop()
        self._members = [urlsplit(address) for address in settings.addresses]
        self._guard = threading.Lock()
        self._current = 0
        self._idle: "dict[int, list[http.client.HTTPConnection]]" = {}
        self._calls: "set[Call]" = set()
        self._closed = False

    @property
    def members(self) -> int:
        return len(self._members)

    @property
    def refreshes_token(self) -> bool:
        return callable(self.settings.token)

    def address(self, member: int) -> str:
        return self.settings.addresses[member]

    def next(self, failed: int) -> int:
        """Makes new calls start at the next member, unless another call has already done so."""
        with self._guard:
            following = (failed + 1) % len(self._members)
            if self._current == failed:
                self._current = following
            return following

    def usual(self) -> Timing:
        """Returns the usual timing: all attempts within the request timeout."""
        patience = self.settings.request_timeout
        return Timing(now() + patience, patience / 2, patience)

    def call(self, request: Request, timing: Timing, member: Optional[int] = None) -> Call:
        """Creates a call; one with a member is sent to no other."""
        with self._guard:
            begin = self._current if member is None else member
            call = Call(self, request, timing, begin, member is not None)
            self._calls.add(call)
            closed = self._closed
        if closed:
            call.cancel("the client is closed")
        return call

    def forget(self, call: Call) -> None:
        with self._guard:
            self._calls.discard(call)

    def send(self, request: Request, timing: Optional[Timing] = None) -> Result:
        return self.call(request, timing or self.usual()).run()

    def start(
        self,
        request: Request,
        timing: Optional[Timing] = None,
        then: Optional[Callable[[Result], None]] = None,
        member: Optional[int] = None,
    ) -> None:
        """Sends a request on a worker."""
        call = self.call(request, timing or self.usual(), member)

        def run() -> None:
            try:
                result = call.run()
            except Exception as failure:  # the supplier of tokens failed
                result = Lost("no token was supplied: %s" % failure, False)
            if then is not None:
                then(result)

        self.loop.work(run)

    def connect(self, member: int, limit: float, fresh: bool) -> http.client.HTTPConnection:
        """Returns an idle connection to a member, or opens one."""
        with self._guard:
            idle = self._idle.setdefault(member, [])
            while fresh and idle:
                idle.pop().close()
            if idle:
                return idle.pop()
        url = self._members[member]
        timeout = min(_CONNECT_MAX, max(0.001, limit))
        host = url.hostname or ""
        connection: http.client.HTTPConnection
        if url.scheme == "https":
            connection = http.client.HTTPSConnection(
                host, url.port, timeout=timeout, context=self.settings.tls
            )
        else:
            connection = http.client.HTTPConnection(host, url.port, timeout=timeout)
        try:
            connection.connect()
        except BaseException:
            connection.close()
            raise
        return connection

    def bearer(self) -> Optional[str]:
        token = self.settings.token
        return token() if callable(token) else token

    def keep(self, member: int, connection: http.client.HTTPConnection) -> None:
        with self._guard:
            idle = self._idle.setdefault(member, [])
            if not self._closed and len(idle) < _IDLE_PER_MEMBER:
                idle.append(connection)
                return
        connection.close()

    def exchange(
        self,
        connection: http.client.HTTPConnection,
        member: int,
        request: Request,
        bearer: Optional[str],
        limit: float,
    ) -> Raw:
        """Sends a request and reads the whole reply."""
        connection.sock.settimeout(max(0.001, min(limit, _SOCKET_TIMEOUT_MAX)))
        headers = dict(request.headers)
        if request.id is not None:
            headers["Idempotency-Key"] = request.id
        owner = self.settings.owner
        if owner is not None:
            headers["X-Holdfast-Owner"] = owner
        if bearer is not None:
            headers["Authorization"] = "Bearer " + bearer
        body = None if request.body is None else request.body.encode()
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        encoded = {name: value.encode() for name, value in headers.items()}
        path = self._members[member].path.rstrip("/") + request.path
        connection.request(request.method, path, body, encoded)
        reply = connection.getresponse()
        text = reply.read(_BODY_MAX + 1)
        if len(text) > _BODY_MAX:
            raise ValueError("a reply of more than %d bytes" % _BODY_MAX)
        reply.close()
        return Raw(reply.status, reply.getheaders(), text.decode(), reply.will_close)

    def close(self) -> None:
        """Ends all calls."""
        with self._guard:
            self._closed = True
            calls = list(self._calls)
            idle = [connection for list_ in self._idle.values() for connection in list_]
            self._idle.clear()
        for call in calls:
            call.cancel("the client is closed")
        for connection in idle:
            connection.close()
        self.loop.close()


def addresses(given: "Union[str, Sequence[str]]") -> "tuple[str, ...]":
    """Returns the addresses of the members as URLs with a port."""
    lists = [given] if isinstance(given, str) else list(given)
    found = []
    for address in (part.strip() for text in lists for part in text.split(",")):
        if not address:
            continue
        text = address if "://" in address else "http://" + address
        url = urlsplit(text.rstrip("/"))
        try:
            port = url.port
        except ValueError:
            port = -1
        if url.scheme not in ("http", "https") or not url.hostname or url.query or port == -1:
            raise ValueError(
                'invalid address "%s"; expected http://host:port or https://host:port' % address
            )
        plain = "://" not in address and port is None
        found.append("%s:%d" % (url.geturl(), PORT) if plain else url.geturl())
    if not found:
        raise ValueError("no address was given")
    return tuple(found)


def owner_name(owner: Optional[str]) -> Optional[str]:
    """Checks the name that others see."""
    if owner is not None:
        size = len(owner.encode())
        if not 1 <= size <= _OWNER_BYTES_MAX or any(ord(c) < 32 or ord(c) == 127 for c in owner):
            raise ValueError(
                "an owner has 1 to %d bytes of UTF-8 without control characters"
                % _OWNER_BYTES_MAX
            )
    return owner


def segment(name: str) -> str:
    """Percent-encodes one segment of a path."""
    if not name:
        raise ValueError("a key must not be empty")
    return quote(name, safe="")


def query(parameters: "dict[str, object]") -> str:
    """Returns the query with the parameters that have a value, or nothing."""
    parts = ["%s=%s" % (n, quote(str(v), safe="")) for n, v in parameters.items() if v is not None]
    return "?" + "&".join(parts) if parts else ""
