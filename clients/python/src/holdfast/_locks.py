"""Locks and semaphores."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._http import FOREVER, Lost, Reply, Request, Result, Timing, now
from ._leases import Ended, Grant, Lease, NotRenewed, Renewed
from ._sessions import Session
from ._transport import segment
from .errors import HoldfastError, failure, replied
from .results import (
    BUSY,
    ENDED_BY_SERVER,
    SESSION_ENDED,
    Acquired,
    Granted,
    Loss,
    Queued,
    Refused,
    Unknown,
    refusal,
)

if TYPE_CHECKING:
    from .client import Context

#: How much later than the client's deadline the server's may be.
_LATE_MAX = 0.2
#: How long the server's answer may take after its deadline.
_GRACE = 1.0

OnLost = Optional[Callable[[Loss], None]]


def seconds(wait: float) -> int:
    return math.ceil(wait)


class Lock:
    """A lock that one client holds at a time, or a semaphore with a limit.

    Waiting clients are served in the order in which they came. In a ``with`` statement it waits
    as long as its ``wait`` says, raises Busy after that, and gives the lease to the block. If the
    lease is lost meanwhile, the end of the block raises LeaseLost.
    """

    def __init__(
        self,
        context: "Context",
        key: str,
        limit: int,
        ttl: int,
        wait: Optional[float],
        on_lost: OnLost,
    ) -> None:
        self._wait = wait
        self._on_lost = on_lost
        self._protocol = LockProtocol(context, key, limit, ttl)
        self._entered = threading.local()

    @property
    def name(self) -> str:
        return self._protocol.key

    def acquire(self, wait: Optional[float] = 0) -> Acquired:
        """Waits for at most this many seconds; None waits without a limit."""
        return self._listened(self._protocol.acquire(wait))

    def enqueue(self) -> "Union[Acquired, Queued]":
        """Takes it or a place in the queue, and returns at once."""
        acquired = self._protocol.enqueue(self._listened)
        return acquired if isinstance(acquired, Queued) else self._listened(acquired)

    def renew(self, token: str) -> float:
        """Renews a grant by its token, which another client may have got."""
        return self._protocol.renew(token)

    def release(self, token: str) -> bool:
        """Releases a grant by its token; False if the token is not held."""
        return self._protocol.release_token(token)

    def _listened(self, acquired: Acquired) -> Acquired:
        if isinstance(acquired, Granted) and self._on_lost is not None:
            acquired.lease.on_lost(self._on_lost)
        return acquired

    def __enter__(self) -> Lease:
        lease = self.acquire(self._wait).or_raise()
        stack: "list[Lease]" = self._entered.__dict__.setdefault("leases", [])
        stack.append(lease)
        return lease

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self._entered.leases.pop().__exit__(kind, value, trace)


class Place:
    """A place in the queue. It is kept while its client lives."""

    def __init__(
        self,
        protocol: "LockProtocol",
        session: Session,
        listened: Callable[[Acquired], Acquired],
    ) -> None:
        self._protocol = protocol
        self._session = session
        self._listened = listened
        self._guard = threading.Lock()
        self._used = False

    def _use(self) -> bool:
        with self._guard:
            used, self._used = self._used, True
            return not used

    def wait(self, wait: Optional[float] = None) -> Acquired:
        """Waits for the grant, once. If the place was lost with its member, it queues again."""
        if not self._use():
            raise RuntimeError("the place was already waited for or given up")
        return self._listened(self._protocol.wait(self._session, wait))

    def close(self) -> None:
        """Gives the place up, unless it was already waited for."""
        if self._use():
            self._protocol.leave(self._session)

    def __enter__(self) -> "Place":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LockProtocol:
    """The calls of one key of the locks API. A limit of zero is a lock."""

    def __init__(self, context: "Context", key: str, limit: int, ttl: int) -> None:
        self._context = context
        self._sessions = context.sessions
        self._transport = context.transport
        self._path = ("/v1/semaphores/" if limit else "/v1/locks/") + segment(key)
        self.key = key
        self._limit = limit
        self._ttl = ttl

    def acquire(self, wait: Optional[float]) -> Acquired:
        self._context.check_open()
        allowed = FOREVER if wait is None else min(max(0.0, wait), FOREVER)
        deadline = now() + allowed
        try:
            first = self._try_shared()
            if allowed > 0 and isinstance(first, Refused) and first.is_busy:
                return self._acquire_until(deadline)
            return first
        except HoldfastError as e:
            return refusal(e)

    def _try_shared(self) -> Acquired:
        """Tries once, in the session that such calls share."""
        while True:
            session = self._sessions.shared()
            settled = False
            try:
                result = self._transport.send(self._post(session, "", self._acquisition(0)))
                if isinstance(result, Reply) and result.status == 410:
                    # The session ended, so nothing was acquired in it: try in a new one.
                    self._sessions.ended(session)
                    continue
                acquired = self._read(session, result)
                settled = not isinstance(acquired, Unknown)
                return BUSY if acquired is None else acquired
            finally:
                if not settled:
                    self._sessions.suspect(session)

    def _acquire_until(self, deadline: float) -> Acquired:
        """Waits until the deadline, in sessions of its own."""
        while True:
            left = deadline - now()
            if left <= 0:
                return BUSY
            session = self._sessions.dedicated()
            request = self._post(session, "", self._acquisition(seconds(left)))
            acquired = self._await(session, request, left)
            if acquired is not None:
                return acquired

    def _await(self, session: Session, request: Request, wait: float) -> Optional[Acquired]:
        """Waits in a session. Returns None if the request has to be made anew."""
        settled = False
        try:
            result = self._send_waiting(session, request, wait)
            if isinstance(result, Lost):
                # The session is deleted below, so a grant that is on its way ends with it.
                return BUSY if result.in_flight else refusal(result)
            if result.status == 410:
                self._sessions.ended(session)
                return None
            acquired = self._read(session, result)
            settled = not isinstance(acquired, Unknown)
            if settled and not isinstance(acquired, Granted):
                self._sessions.give_back(session)
            return acquired
        finally:
            if not settled:
                self._sessions.discard(session)

    def _send_waiting(self, session: Session, request: Request, wait: float) -> Result:
        self._context.check_open()
        # The server waits for whole seconds: its answer is only awaited if it is due by then.
        late = seconds(wait) - wait
        patience = self._transport.settings.request_timeout
        grace = _GRACE if late < _LATE_MAX else 0.0
        deadline = now() + wait + (patience if wait == 0 else grace)
        call = self._transport.call(request, Timing(deadline, FOREVER, patience))
        self._sessions.wait_begins(session, call)
        try:
            return call.run()
        finally:
            self._sessions.wait_ends(session)

    def _read(self, session: Session, result: Result) -> Optional[Acquired]:
        """Returns None if the key is busy, or a grant ended before it could be confirmed."""
        if not isinstance(result, Reply) or not result.ok:
            return refusal(result)
        session.heard(result.sent)
        fields = result.json()
        if fields["status"] not in ("ok", "acquired"):
            return BUSY
        grant = Grant("locks", self.key, fields["token"], fields["fence"])
        ttl = float(fields["lease_ttl_s"])
        late = now() - result.sent > ttl / 4
        if not late and result.attempts == 1 and fields["status"] == "ok":
            # After a short wait the lease is used at once, and renewed at once.
            return self._granted(session, grant, ttl, result.sent, not session.shared)
        return self._confirm(session, grant)

    def _confirm(self, session: Session, grant: Grant) -> Optional[Acquired]:
        """Renews a grant of which nothing is known about when it began."""
        result = self._transport.send(self._renewal(session, grant.token))
        if not isinstance(result, Reply):
            return refusal(result)
        if result.status in (404, 410):
            return None
        if not result.ok:
            return refusal(result)
        session.heard(result.sent)
        ttl = float(result.json()["remaining_s"])
        return self._granted(session, grant, ttl, result.sent, False)

    def _granted(
        self, session: Session, grant: Grant, ttl: float, sent: float, renew_now: bool
    ) -> Granted:
        lease = Lease(self._context.leases, grant, ttl, sent, session, self)
        counted = sent - ttl if renew_now else sent
        return Granted(self._context.leases.watch(lease, counted))

    def enqueue(
        self, listened: Callable[[Acquired], Acquired]
    ) -> "Union[Acquired, Queued]":
        self._context.check_open()
        try:
            session = self._sessions.dedicated()
        except HoldfastError as e:
            return refusal(e)
        settled = False
        try:
            result = self._transport.send(self._post(session, "/enqueue", self._slot()))
            if not isinstance(result, Reply) or not result.ok:
                return refusal(result)
            session.heard(result.sent)
            fields = result.json()
            settled = True
            if fields["status"] == "queued":
                place = Place(self, session, listened)
                return Queued(int(fields.get("position", 1)), place)
        finally:
            if not settled:
                self._sessions.discard(session)
        # Collecting a slot starts its lease anew and lets the session enqueue again.
        return self._collect(session, 0) or BUSY

    def _collect(self, session: Session, wait: float) -> Optional[Acquired]:
        """Waits for a place; returns None if it was lost, so that a new request has to be made."""
        request = self._post(session, "/wait", {"timeout_s": seconds(wait)})
        acquired = self._await(session, request, wait)
        gone = isinstance(acquired, Refused) and acquired.code in (
            "not_enqueued",
            "lease_expired",
        )
        return None if gone else acquired

    def wait(self, session: Session, wait: Optional[float]) -> Acquired:
        """Waits for a place; if a retry lost it, the client queues again, behind the others."""
        allowed = FOREVER if wait is None else min(max(0.0, wait), FOREVER)
        deadline = now() + allowed
        try:
            return self._collect(session, allowed) or self._acquire_until(deadline)
        except HoldfastError as e:
            return refusal(e)

    def leave(self, session: Session) -> None:
        self._sessions.discard(session)

    def _slot(self) -> "dict[str, Any]":
        return {"lease_ttl_s": self._ttl, **({"limit": self._limit} if self._limit else {})}

    def _acquisition(self, wait: int) -> "dict[str, Any]":
        return {**self._slot(), "acquire_timeout_s": wait}

    def _post(self, session: Session, call: str, body: "dict[str, Any]") -> Request:
        return session.within(Request.post(self._path + call, body))

    def _renewal(self, session: Session, token: str) -> Request:
        return self._post(session, "/renew", {"token": token, "lease_ttl_s": self._ttl})

    def renew(self, token: str) -> float:
        reply = replied(self._transport.send(self._renewal(self._sessions.shared(), token)))
        if not reply.ok:
            raise failure(reply)
        return float(reply.json()["remaining_s"])

    def release_token(self, token: str) -> bool:
        request = self._post(self._sessions.shared(), "/release", {"token": token})
        reply = replied(self._transport.send(request))
        if not reply.ok and reply.status != 404:
            raise failure(reply)
        return reply.ok

    # The calls of a lease.

    def _session_of(self, lease: Lease) -> Session:
        session = lease._session
        assert session is not None
        return session

    def renewal(self, lease: Lease) -> Request:
        return self._renewal(self._session_of(lease), lease.token)

    def renewed(self, lease: Lease, reply: Reply) -> "Union[Renewed, Ended, NotRenewed]":
        if reply.ok:
            return Renewed(float(reply.json()["remaining_s"]))
        if reply.status == 404:
            detail = "the lock was broken by an operator, or its lease expired at the server"
            return Ended(ENDED_BY_SERVER, detail)
        if reply.status == 410:
            self._sessions.ended(self._session_of(lease))
            return Ended(SESSION_ENDED, reply.detail)
        return NotRenewed(reply.detail)

    def release(self, lease: Lease) -> Request:
        return self._post(self._session_of(lease), "/release", {"token": lease.token})

    def released(self, reply: Reply) -> bool:
        return reply.ok

    def ended(self, lease: Lease, confirmed: bool) -> None:
        if self._context.closed:
            return
        if confirmed:
            self._sessions.give_back(self._session_of(lease))
        else:
            self._sessions.discard(self._session_of(lease))
