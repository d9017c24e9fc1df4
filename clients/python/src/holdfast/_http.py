"""Requests, replies and the attempts of one call."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Optional, Union

if TYPE_CHECKING:
    from ._transport import Transport

#: Stands for a wait without end, in seconds.
FOREVER = 2e9

_RETRIED = {408, 429, 502, 503, 504, 507}
#: Refusals that another member need not share.
_OF_ONE_MEMBER = {
    "draining",
    "removed",
    "no_leader",
    "storage_failed",
    "unknown",
    "unavailable",
}
_PAUSE_MIN = 0.05
_PAUSE_MAX = 1.0
_RETRY_AFTER_MAX = 30.0
#: An attempt that took this long had reached its member.
_ESTABLISHED = 1.0
_DETAIL_MAX = 300

#: CLOCK_BOOTTIME goes on while the machine sleeps, so a lease does not seem to last longer.
_CLOCK = getattr(time, "CLOCK_BOOTTIME", None)


def now() -> float:
    """Returns seconds by a monotonic clock."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


@dataclass(frozen=True)
class Request:
    """One request, which may be sent several times. All attempts with one id act once."""

    method: str
    path: str
    body: Optional[str] = None
    id: Optional[str] = None
    headers: "dict[str, str]" = field(default_factory=dict)

    @staticmethod
    def get(path: str) -> "Request":
        return Request("GET", path)

    @staticmethod
    def change(method: str, path: str, body: Optional[Any] = None) -> "Request":
        """Creates a request that changes something, with a new id."""
        text = None if body is None else json.dumps(body)
        return Request(method, path, text, secrets.token_hex(16))

    @staticmethod
    def post(path: str, body: Any) -> "Request":
        return Request.change("POST", path, body)

    def having(self, header: str, value: str) -> "Request":
        return replace(self, headers={**self.headers, header: value})


@dataclass(frozen=True, repr=False)
class Reply:
    """A reply of a member. ``sent`` is when the first attempt was sent."""

    status: int
    headers: "dict[str, str]"
    body: str
    sent: float
    attempts: int

    @property
    def ok(self) -> bool:
        return self.status // 100 == 2

    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> Optional[str]:
        return self.headers.get(name.lower())

    def _fields(self) -> "dict[str, Any]":
        try:
            value = json.loads(self.body)
        except ValueError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def code(self) -> str:
        """The error code, in the form of whichever API answered; never empty."""
        fields = self._fields()
        error = fields.get("error")
        if isinstance(error, dict):
            error = error.get("code") or fields.get("exception_class")
        return str(error or fields.get("error_code") or "http_%d" % self.status)

    @property
    def detail(self) -> str:
        """What the error reply says for people; never empty."""
        fields = self._fields()
        detail = fields.get("detail") or fields.get("message")
        error = fields.get("error")
        if not detail:
            detail = error.get("message") if isinstance(error, dict) else error
        return str(detail or self.body.strip() or "status %d" % self.status)[:_DETAIL_MAX]

    def __repr__(self) -> str:
        return "Reply(%d)" % self.status  # the body may contain a token


@dataclass(frozen=True)
class Lost:
    """No reply within the deadline."""

    why: str
    maybe_applied: bool
    in_flight: bool = False


Result = Union[Reply, Lost]


@dataclass(frozen=True)
class Timing:
    """When a call ends at the latest, how long one attempt may take, how long all may fail."""

    deadline: float
    attempt: float
    patience: float


class Cancelled(BaseException):
    """The caller of a blocking call, which is a task of asyncio, was cancelled."""


class Canceller:
    """Ends what a thread does for a task that was cancelled."""

    _local = threading.local()

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._call: Optional[Call] = None
        self.cancelled = False

    @staticmethod
    def current() -> "Optional[Canceller]":
        return getattr(Canceller._local, "canceller", None)

    def __enter__(self) -> "Canceller":
        Canceller._local.canceller = self
        return self

    def __exit__(self, *_: object) -> None:
        Canceller._local.canceller = None

    def attach(self, call: "Optional[Call]") -> None:
        with self._lock:
            self._call = call
            if self.cancelled and call is not None:
                raise Cancelled()

    def cancel(self) -> None:
        with self._lock:
            self.cancelled = True
            if self._call is not None:
                self._call.cancel("the task was cancelled")


class Call:
    """One request and its attempts, one after the other, in the thread that runs it."""

    def __init__(
        self, transport: "Transport", request: Request, timing: Timing, member: int, pinned: bool
    ) -> None:
        self._transport = transport
        self._request = request
        self._timing = timing
        self._pinned = pinned
        self.member = member
        self._guard = threading.Lock()
        self._ended = threading.Event()
        self._why_ended = ""
        self._leaving = False
        self._connection: Optional[http.client.HTTPConnection] = None
        self._attempts = 0
        self._first_sent = 0.0
        self._sent = 0.0
        self._trouble: Optional[float] = None
        self._failures_in_round = 0
        self._pause = _PAUSE_MIN
        self._retried_here = False
        self._reauthorized = False
        self._maybe_applied = False

    def cancel(self, why: str) -> None:
        """Ends the call without a result. The server sees the end of its connection."""
        with self._guard:
            self._why_ended = self._why_ended or why
            self._ended.set()
            self._cut()

    def leave(self, unreachable: int) -> None:
        """Gives up the attempt in progress at that member, and continues at the next one."""
        with self._guard:
            if self._connection is not None and self.member == unreachable:
                self._leaving = True
                self._cut()

    def _cut(self) -> None:
        sock = None if self._connection is None else self._connection.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it is closed already

    def run(self) -> Result:
        """Sends the request until a reply says what happened or the time is over."""
        canceller = Canceller.current()
        try:
            if canceller is not None:
                canceller.attach(self)
            return self._run()
        finally:
            self._transport.forget(self)
            if canceller is not None:
                canceller.attach(None)

    def _run(self) -> Result:
        self._first_sent = now()
        while True:
            left = self._timing.deadline - now()
            if left <= 0:
                return Lost("the deadline passed", self._maybe_applied)
            outcome = self._attempt(min(left, self._timing.attempt))
            if self._ended.is_set():
                return Lost(self._why_ended, self._maybe_applied)
            if isinstance(outcome, Reply) and outcome.status not in _RETRIED:
                can_refresh = self._transport.refreshes_token and not self._reauthorized
                if outcome.status != 401 or not can_refresh:
                    return outcome
                self._reauthorized = True
                continue
            if isinstance(outcome, Reply):
                last, delay = self._refused(outcome)
            else:
                last, delay = self._failed(outcome)
            at = now()
            trouble = at if self._trouble is None else self._trouble
            if delay >= min(self._timing.deadline - at, trouble + self._timing.patience - at):
                return last
            if self._ended.wait(delay):
                return Lost(self._why_ended, self._maybe_applied)

    def _attempt(self, limit: float) -> "Union[Reply, _Failure]":
        bearer = self._transport.bearer()
        self._attempts += 1
        self._sent = now()
        connection = None
        reached = False
        try:
            connection = self._transport.connect(self.member, limit, fresh=self._retried_here)
            with self._guard:
                if self._ended.is_set():
                    connection.close()
                    return _Failure(False, False, self._why_ended)
                self._connection = connection
            reached = True
            reply = self._transport.exchange(
                connection, self.member, self._request, bearer, limit
            )
            if reply.will_close:
                connection.close()
            else:
                self._transport.keep(self.member, connection)
            headers = {name.lower(): value for name, value in reply.headers}
            return Reply(reply.status, headers, reply.body, self._first_sent, self._attempts)
        except (OSError, http.client.HTTPException, ValueError) as failure:
            if connection is not None:
                connection.close()
            timed_out = isinstance(failure, TimeoutError) and reached
            address = self._transport.address(self.member)
            return _Failure(reached, timed_out, "%s %s" % (address, _reason(failure, reached)))
        except BaseException:
            if connection is not None:
                connection.close()
            raise
        finally:
            with self._guard:
                self._connection = None

    def _failed(self, failure: "_Failure") -> "tuple[Result, float]":
        self._maybe_applied |= failure.reached
        self._note_trouble(failure.reached and not failure.timed_out)
        # An idle connection may be closed just when it is used; that says nothing of the member.
        again = (
            failure.reached
            and not failure.timed_out
            and not self._retried_here
            and not self._leaving
        )
        lost = Lost(failure.why, self._maybe_applied, failure.timed_out)
        if again:
            self._retried_here = True
            return lost, 0.0
        self._move_on()
        at_once = self._failures_in_round < self._transport.members
        return lost, 0.0 if at_once else self._next_pause()

    def _refused(self, reply: Reply) -> "tuple[Result, float]":
        unknown = reply.status == 502 or reply.code == "unknown"
        self._maybe_applied |= unknown
        self._note_trouble(True)
        last: Result = reply
        if self._maybe_applied:
            last = Lost("%s: %s" % (reply.code, reply.detail), True)
        elsewhere = unknown or reply.code in _OF_ONE_MEMBER
        if elsewhere:
            self._move_on()
        if elsewhere and self._failures_in_round < self._transport.members:
            return last, 0.0
        return last, max(_retry_after(reply), self._next_pause())

    def _move_on(self) -> None:
        self._failures_in_round += 1
        self._retried_here = False
        self._leaving = False
        if not self._pinned:
            self.member = self._transport.next(self.member)

    def _note_trouble(self, connected: bool) -> None:
        at = now()
        if self._trouble is None or (connected and at - self._sent > _ESTABLISHED):
            self._trouble = at

    def _next_pause(self) -> float:
        """Ends a round of all members: the next one begins after a growing pause."""
        self._failures_in_round = 0
        pause = self._pause
        self._pause = min(2 * pause, _PAUSE_MAX)
        return pause + random.uniform(0, pause)


@dataclass(frozen=True)
class _Failure:
    reached: bool
    timed_out: bool
    why: str


def _retry_after(reply: Reply) -> float:
    try:
        return max(0.0, min(float(reply.header("retry-after") or 0), _RETRY_AFTER_MAX))
    except ValueError:
        return 0.0


def _reason(failure: BaseException, reached: bool) -> str:
    if isinstance(failure, ssl.SSLCertVerificationError):
        return "cannot be reached: its certificate was not accepted: " + failure.verify_message
    if isinstance(failure, socket.gaierror):
        return "cannot be reached: the host name is unknown"
    if isinstance(failure, TimeoutError):
        timed_out = "cannot be reached: the connection attempt timed out"
        return "did not answer in time" if reached else timed_out
    if isinstance(failure, ConnectionRefusedError):
        return "cannot be reached: connection refused"
    text = str(failure)
    what = "closed the connection" if reached else "cannot be reached"
    return what + (": " + text if text else "")
