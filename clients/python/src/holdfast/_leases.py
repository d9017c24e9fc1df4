"""Leases, and the heartbeat that renews them and notices those that are lost."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import Callable, Optional, Protocol, Union

from ._http import FOREVER, Lost, Reply, Request, Result, Timing, now
from ._sessions import Session
from ._transport import Timer, Transport
from .errors import LeaseLost
from .results import EXPIRED, REFUSED, SESSION_ENDED, UNREACHABLE, Loss

#: Renewals are sent after this part of the ttl, so that two may fail before the lease ends.
_RENEWALS_PER_TTL = 3
_ATTEMPT_MIN = 0.2
_RETRY_PAUSE = 0.1

_log = logging.getLogger("holdfast")


@dataclass(frozen=True)
class Renewed:
    """The lease lasts this long from when the renewal was sent."""

    ttl: float


@dataclass(frozen=True)
class Ended:
    """The lease is over."""

    reason: str
    detail: str


@dataclass(frozen=True)
class NotRenewed:
    """The renewal was refused, and the lease goes on until its end."""

    detail: str


class LeaseCalls(Protocol):
    """The calls of one API that keep and end a lease."""

    def renewal(self, lease: "Lease") -> Optional[Request]: ...

    def renewed(self, lease: "Lease", reply: Reply) -> "Union[Renewed, Ended, NotRenewed]": ...

    def release(self, lease: "Lease") -> Request: ...

    def released(self, reply: Reply) -> bool: ...

    def ended(self, lease: "Lease", confirmed: bool) -> None: ...


@dataclass(frozen=True, repr=False)
class Grant:
    """What identifies a lease. The token is a secret."""

    api: str
    key: str
    token: str
    fence: int
    slot: Optional[int] = None


class Lease:
    """Something that the client holds, and renews until it is released.

    It counts as held until the earlier of its end and its session's end, by the client's monotonic
    clock, counted from when the last confirmed request was sent. Give the ``fence`` to the
    protected resource, which then can refuse a late writer. Safe to share between threads.
    """

    def __init__(
        self,
        leases: "Leases",
        grant: Grant,
        ttl: float,
        sent: float,
        session: Optional[Session],
        calls: LeaseCalls,
    ) -> None:
        self._leases = leases
        self._grant = grant
        self._ttl = ttl
        self._session = session
        self._calls = calls
        self._end = sent + ttl
        self._guard = threading.Lock()
        self._state: Union[str, Loss] = "held"
        self._listeners: "list[Callable[[Loss], None]]" = []
        # Only the heartbeat thread uses these.
        self._renew_at = 0.0
        self._renewing = False
        self._refusal: Optional[str] = None
        self._timer: Optional[Timer] = None

    @property
    def api(self) -> str:
        return self._grant.api

    @property
    def key(self) -> str:
        """The key, resource or id that is held."""
        return self._grant.key

    @property
    def token(self) -> str:
        """The secret that proves the grant to the server. Never log it."""
        return self._grant.token

    @property
    def fence(self) -> int:
        """The number that rises with every grant of the server."""
        return self._grant.fence

    @property
    def slot(self) -> Optional[int]:
        """The number of the slot of a pool, counted from 0."""
        return self._grant.slot

    @property
    def ttl(self) -> float:
        """Seconds that it lasts without renewal."""
        return self._ttl

    @property
    def remaining(self) -> float:
        """Seconds that it is certainly held without another renewal; zero if it is not held."""
        return max(0.0, self._held_until() - now()) if self._state == "held" else 0.0

    @property
    def is_held(self) -> bool:
        """True if it is certainly held at this moment."""
        return self.remaining > 0

    @property
    def loss(self) -> Optional[Loss]:
        """How it was lost, or None if it was not."""
        return self._state if isinstance(self._state, Loss) else None

    def check(self) -> None:
        """Raises LeaseLost unless it is certainly held at this moment."""
        if not self.is_held:
            detail = "the lease was released" if self._state == "released" else "the lease ended"
            raise LeaseLost(self.loss or Loss(self, UNREACHABLE, detail))

    def on_lost(self, listener: Callable[[Loss], None]) -> "Lease":
        """Calls the listener once, on a thread of the client, if the lease is lost."""
        with self._guard:
            known = self.loss
            if known is None:
                self._listeners.append(listener)
        if known is not None:
            self._leases.tell(listener, known)
        return self

    def release(self) -> bool:
        """Releases it and waits for the confirmation, at most the request timeout.

        Afterwards it is not held, even if no member could be reached: the client goes on trying
        in the background, and the server ends the lease by itself. Returns True if the server
        confirmed that it was held until now.
        """
        if not self._close():
            return False
        result = self._leases.release(self)
        self._calls.ended(self, isinstance(result, Reply))
        return isinstance(result, Reply) and self._calls.released(result)

    def __enter__(self) -> "Lease":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.release()
        if self.loss is not None and kind is None:
            raise LeaseLost(self.loss)

    def __repr__(self) -> str:
        what = self.key if self.slot is None else "slot %d" % self.slot
        return "<Lease of %s %s with the fence %d>" % (self.api, what, self.fence)

    def _close(self) -> bool:
        with self._guard:
            held = self._state == "held"
            if held:
                self._state = "released"
            return held

    def _held_until(self) -> float:
        return self._end if self._session is None else min(self._end, self._session.alive_until)

    def _renewed(self, sent: float, ttl: float) -> None:
        self._end = max(self._end, sent + ttl)
        if self._session is not None:
            self._session.heard(sent)

    def _lose(self, reason: str, detail: str) -> None:
        with self._guard:
            if self._state != "held":
                return
            loss = self._state = Loss(self, reason, detail)
            listeners, self._listeners = self._listeners, []
        self._calls.ended(self, False)
        for listener in listeners:
            self._leases.tell(listener, loss)


class Leases:
    """Renews all leases of a client. Renewals are sent without waiting for each other."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._open: "set[Lease]" = set()
        self._guard = threading.Lock()

    def watch(self, lease: Lease, sent: float) -> Lease:
        """Begins to renew a lease that was confirmed by a request sent at that time."""
        with self._guard:
            self._open.add(lease)

        def begin() -> None:
            lease._renew_at = sent + lease.ttl / _RENEWALS_PER_TTL
            self._tick(lease)

        self._transport.loop.schedule(begin, 0)
        return lease

    def tell(self, listener: Callable[[Loss], None], loss: Loss) -> None:
        self._transport.loop.work(lambda: listener(loss))

    def _tick(self, lease: Lease) -> None:
        if lease._state != "held":
            return
        at = now()
        end = lease._held_until()
        if at >= end:
            self._expire(lease)
            return
        if not lease._renewing and at >= lease._renew_at:
            self._renew(lease, at, end)
        # The reply to a renewal causes a tick of its own.
        due = end if lease._renewing else min(end, lease._renew_at)
        if lease._timer is not None:
            lease._timer.cancel()
        lease._timer = self._transport.loop.schedule(lambda: self._tick(lease), due - at)

    def _renew(self, lease: Lease, at: float, end: float) -> None:
        request = lease._calls.renewal(lease)
        if request is None:
            lease._renew_at = FOREVER
            return
        lease._renewing = True
        left = end - at
        attempt = max(_ATTEMPT_MIN, left / _RENEWALS_PER_TTL)
        attempt = min(attempt, self._transport.settings.request_timeout / 2)
        self._transport.start(
            request,
            Timing(end, attempt, left),
            lambda result: _ignore(
                self._transport.loop.schedule(lambda: self._settle(lease, result), 0)
            ),
        )

    def _settle(self, lease: Lease, result: Result) -> None:
        lease._renewing = False
        if lease._state != "held":
            return
        lease._renew_at = now() + _RETRY_PAUSE
        if isinstance(result, Reply):
            renewal = lease._calls.renewed(lease, result)
            if isinstance(renewal, Renewed):
                lease._renewed(result.sent, renewal.ttl)
                lease._renew_at = result.sent + lease.ttl / _RENEWALS_PER_TTL
                lease._refusal = None
            elif isinstance(renewal, Ended):
                self._end(lease, renewal.reason, renewal.detail)
                return
            else:
                lease._refusal = renewal.detail
        self._tick(lease)

    def _expire(self, lease: Lease) -> None:
        """The lease's time is over without a confirmed renewal."""
        if lease._session is not None and lease._session.ended:
            self._end(lease, SESSION_ENDED, "the session ended at the server")
        elif lease._refusal is not None:
            detail = "the server refused to renew the lease: " + lease._refusal
            self._end(lease, REFUSED, detail)
        elif lease._renew_at == FOREVER:
            self._end(lease, EXPIRED, "the lease expired and its API has no renewal")
        else:
            detail = "no member confirmed a renewal before the lease ended"
            self._end(lease, UNREACHABLE, detail)

    def _end(self, lease: Lease, reason: str, detail: str) -> None:
        with self._guard:
            self._open.discard(lease)
        lease._lose(reason, detail)

    def uses(self, session: Session) -> bool:
        """Returns True if a lease was acquired in the session and is still held."""
        with self._guard:
            return any(lease._session is session for lease in self._open)

    def session_ended(self, session: Session) -> None:
        """Ends all leases of a session that the server has ended."""

        def end() -> None:
            with self._guard:
                leases = [lease for lease in self._open if lease._session is session]
            for lease in leases:
                self._tick(lease)

        self._transport.loop.schedule(end, 0)

    def release(self, lease: Lease) -> Result:
        """Releases a lease that is no longer renewed.

        The request goes on in the background until the lease would end by itself.
        """
        done = threading.Event()
        results: "list[Result]" = []

        def settle(result: Result) -> None:
            results.append(result)
            done.set()

        self._start_release(lease, settle)
        done.wait(self._transport.settings.request_timeout)
        return results[0] if results else Lost("no member answered in time", True)

    def _start_release(self, lease: Lease, then: Callable[[Result], None]) -> None:
        with self._guard:
            self._open.discard(lease)
        at = now()
        patience = self._transport.settings.request_timeout
        end = max(at + patience, lease._held_until())
        timing = Timing(end, patience / 2, end - at)
        self._transport.start(lease._calls.release(lease), timing, then)

    def close(self) -> None:
        """Releases everything, and waits for the replies."""
        with self._guard:
            leases = [lease for lease in self._open if lease._close()]
        ended = threading.Semaphore(0)
        for lease in leases:
            self._start_release(lease, lambda _: ended.release())
        deadline = now() + self._transport.settings.request_timeout
        for _ in leases:
            ended.acquire(timeout=max(0.0, deadline - now()))


def _ignore(_: object) -> None:
    """Makes a call with a result usable where none is expected."""
