"""The client's sessions, and their pings.

The server runs the calls of a session one after the other, so a call that waits has a session of
its own, which then keeps the grant. Calls that do not wait share one session.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Optional

from ._http import FOREVER, Call, Reply, Request, Result, Timing, now
from ._transport import Transport
from .errors import confirmed

if TYPE_CHECKING:
    from ._leases import Leases

_HEADER = "X-Holdfast-Session"
_SPARE_MAX = 16
_RETRY_PAUSE = 0.2
_PROBE = 3.0
_PROBES_LOST_MAX = 2


class Session:
    """A session of the locks API, as the client knows it."""

    def __init__(self, id: str, idle: float, heard: float, shared: bool) -> None:
        self.id = id
        self.idle = idle
        self.shared = shared
        self.ended = False
        self.waiting: Optional[Call] = None
        self._heard = heard
        self._guard = threading.Lock()

    def heard(self, sent: float) -> None:
        """Notes that the server has answered a request that was sent at that time."""
        with self._guard:
            self._heard = max(self._heard, sent)

    @property
    def alive_until(self) -> float:
        """When the server may end the session: after twice its idle timeout in silence."""
        if self.ended:
            return -FOREVER
        return FOREVER if self.idle == 0 else self._heard + 2 * self.idle

    @property
    def ping_at(self) -> float:
        return FOREVER if self.idle == 0 else self._heard + self.idle / 2

    @property
    def usable(self) -> bool:
        return now() < self.alive_until

    def within(self, request: Request) -> Request:
        return request.having(_HEADER, self.id)


class Sessions:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._open: "set[Session]" = set()
        self._spare: "list[Session]" = []
        self._guard = threading.Lock()
        self._opening = threading.Lock()
        self._shared: Optional[Session] = None
        self._closed = False
        self.leases: "Leases"

    def shared(self) -> Session:
        """Returns the session for calls that do not wait."""
        with self._opening:
            known = self._shared
            if known is None or not known.usable:
                known = self._shared = self._start(True)
            return known

    def dedicated(self) -> Session:
        """Returns a session in which one call may wait."""
        while True:
            with self._guard:
                spare = self._spare.pop() if self._spare else None
                if spare is not None and not spare.usable:
                    self._open.discard(spare)
                    continue
            return spare or self._start(False)

    def give_back(self, session: Session) -> None:
        """Takes a session back that holds nothing and waits for nothing."""
        if session.shared:
            return
        with self._guard:
            kept = session.usable and len(self._spare) < _SPARE_MAX and not self._closed
            if kept:
                self._spare.append(session)
        if not kept:
            self.discard(session)

    def discard(self, session: Session) -> None:
        """Deletes a session in the background, and with it what it may hold or wait for."""
        if not session.shared and self._remove(session):
            self._transport.start(_deletion(session))

    def suspect(self, session: Session) -> None:
        """Stops using a shared session in which a grant may exist that the client does not know of.

        If nothing else is held in it, it is deleted, and the grant with it.
        """
        with self._opening:
            if self._shared is session:
                self._shared = None
        if not self.leases.uses(session) and self._remove(session):
            self._transport.start(_deletion(session))

    def _remove(self, session: Session) -> bool:
        with self._guard:
            if session in self._open:
                self._open.remove(session)
                return True
            return False

    def _start(self, shared: bool) -> Session:
        owner = self._transport.settings.owner
        body = {} if owner is None else {"owner": owner}
        reply = confirmed(self._transport.send(Request.post("/v1/sessions", body)))
        fields = reply.json()
        session = Session(
            fields["session_id"], float(fields["idle_timeout_s"]), reply.sent, shared
        )
        with self._guard:
            self._open.add(session)
        self._schedule(session)
        return session

    def ended(self, session: Session) -> None:
        """Notes that the server does not know the session any more."""
        session.ended = True
        self._remove(session)
        self.leases.session_ended(session)

    def _schedule(self, session: Session) -> None:
        if session.idle > 0:
            self._later(session, session.ping_at - now())

    def _later(self, session: Session, delay: float) -> None:
        self._transport.loop.schedule(lambda: self._tick(session), delay)

    def _tick(self, session: Session) -> None:
        at = now()
        with self._guard:
            is_open = session in self._open
        if not is_open or at >= session.alive_until:
            return
        if at < session.ping_at:
            self._schedule(session)
            return
        left = session.alive_until - at
        attempt = self._transport.settings.request_timeout / 2
        self._transport.start(
            _ping(session),
            Timing(at + left, attempt, left),
            lambda result: self._later(
                session, 0.0 if self._pinged(session, result) else _RETRY_PAUSE
            ),
        )

    def _pinged(self, session: Session, result: Result) -> bool:
        if isinstance(result, Reply) and result.ok:
            session.heard(result.sent)
            return True
        if isinstance(result, Reply) and result.status == 410:
            self.ended(session)
        return False

    def wait_begins(self, session: Session, call: Call) -> None:
        """Watches the member at which a call of this session waits.

        A connection can break without a sign; the call then continues at another member, with
        the same id.
        """
        session.waiting = call
        self._probe_later(session, call, 0)

    def wait_ends(self, session: Session) -> None:
        session.waiting = None

    def _probe_later(self, session: Session, call: Call, lost: int) -> None:
        self._transport.loop.schedule(lambda: self._probe(session, call, lost), _PROBE)

    def _probe(self, session: Session, call: Call, lost: int) -> None:
        if session.waiting is not call:
            return
        member = call.member

        def probed(result: Result) -> None:
            answered = isinstance(result, Reply)
            if not answered and lost + 1 == _PROBES_LOST_MAX:
                call.leave(member)
            self._pinged(session, result)
            self._probe_later(session, call, 0 if answered else (lost + 1) % _PROBES_LOST_MAX)

        timing = Timing(now() + _PROBE, _PROBE, _PROBE)
        self._transport.start(_ping(session), timing, probed, member)

    def close(self) -> None:
        """Deletes all sessions, which releases what they hold, and waits for the replies."""
        with self._guard:
            self._closed = True
            sessions, self._open = self._open, set()
            self._spare.clear()
        ended = threading.Semaphore(0)
        for session in sessions:
            self._transport.start(_deletion(session), then=lambda _: ended.release())
        deadline = now() + self._transport.settings.request_timeout
        for _ in sessions:
            ended.acquire(timeout=max(0.0, deadline - now()))


def _ping(session: Session) -> Request:
    return Request.change("POST", "/v1/sessions/%s/ping" % session.id)


def _deletion(session: Session) -> Request:
    return Request.change("DELETE", "/v1/sessions/%s" % session.id)
