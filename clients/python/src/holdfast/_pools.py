"""Pools of numbered slots."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union
from uuid import UUID

from ._http import FOREVER, Reply, Request, Timing, now
from ._leases import Ended, Grant, Lease, NotRenewed, Renewed
from ._resources import Resources
from .errors import HoldfastError, confirmed, failure, replied
from .results import Acquired, Granted, Refused, refusal

if TYPE_CHECKING:
    from .client import Context

#: The server waits for at most five minutes; after that the client queues again.
_WAIT_MAX = 300.0
_PAUSE = 0.05
_FETCH_MAX = 5.0


@dataclass(frozen=True)
class PoolStatus:
    """How many slots a pool has, and how many are lent."""

    count: int
    in_use: int
    available: int

    @staticmethod
    def of(fields: "dict[str, Any]") -> "PoolStatus":
        return PoolStatus(fields["count"], fields["in_use"], fields["available"])


class Pool:
    """A pool of numbered slots. Every client that knows its UUID, which is a secret, can borrow.

    A slot is lent for a fixed time, and there is no renewal: the lease is lost when it ends.
    """

    def __init__(self, context: "Context", id: "Union[UUID, str]") -> None:
        self.id = id if isinstance(id, UUID) else UUID(id)
        self._context = context
        self._transport = context.transport
        self._path = "/l/%s" % self.id

    def create(self, count: int) -> PoolStatus:
        """Creates the pool, or changes its number of slots. Repeating it changes nothing."""
        request = Request.change("PUT", self._path, {"count": count})
        return PoolStatus.of(confirmed(self._transport.send(request)).json())

    def status(self) -> Optional[PoolStatus]:
        """Returns the pool's status; None if it does not exist."""
        reply = replied(self._transport.send(Request.get(self._path)))
        if reply.status == 404:
            return None
        if not reply.ok:
            raise failure(reply)
        return PoolStatus.of(reply.json())

    def resource_name(self) -> str:
        """Returns the name under which the resources API shows the pool, which is not a secret."""
        reply = confirmed(self._transport.send(Request.get(self._path)))
        named = reply.header("holdfast-resource")
        if named is None:
            raise HoldfastError("not_found", 404, "the server does not name the pool's resource")
        return named[len("pools/") :] if named.startswith("pools/") else named

    def delete(self) -> bool:
        """Deletes the pool with its leases; False if it did not exist."""
        reply = confirmed(self._transport.send(Request.change("DELETE", self._path)))
        return bool(reply.json()["deleted"])

    def borrow(self, ttl: float, wait: Optional[float] = 0) -> Acquired:
        """Borrows the lowest free slot for so many seconds, or waits for one."""
        deadline = now() + (FOREVER if wait is None else wait)
        while True:
            left = max(0.0, deadline - now())
            acquired = self._borrow_once(ttl, min(left, _WAIT_MAX))
            busy = isinstance(acquired, Refused) and acquired.is_busy
            if not busy or now() >= deadline:
                return acquired
            # A server that allows shorter waits answers early; it is not asked without a pause.
            time.sleep(_PAUSE)

    def _borrow_once(self, ttl: float, wait: float) -> Acquired:
        self._context.check_open()
        patience = self._transport.settings.request_timeout
        limit = wait + patience
        result = self._transport.send(
            Request.post(self._path + "/borrow", {"ttl": ttl, "wait": wait}),
            Timing(now() + limit, limit, patience),
        )
        if not isinstance(result, Reply):
            return refusal(result)
        if result.status == 409:
            return Refused("busy", "no slot became free in time")
        return self._granted(result, ttl) if result.ok else refusal(result)

    def _granted(self, reply: Reply, ttl: float) -> Granted:
        fields = reply.json()
        grant = Grant("pools", str(self.id), fields["lease"], fields["fence"], fields["position"])
        lasts = min(ttl, float(fields.get("expires_in", FOREVER)))
        sent = reply.sent
        if now() - sent > ttl / 4:
            lasts, sent = self._counted(grant, lasts, sent)
        leases = self._context.leases
        lease = Lease(leases, grant, lasts, sent, None, _Calls(self._path))
        return Granted(leases.watch(lease, sent))

    def _counted(self, grant: Grant, ttl: float, sent: float) -> "tuple[float, float]":
        """Counts a lease that began at an unknown time during the wait.

        The resources API shows how long it lasts; a client that may not read there counts from
        the beginning of the wait.
        """
        try:
            asked = now()
            name = self.resource_name()
            shown = now()
            found = Resources(self._context).find("pools", name)
            for holder in [] if found is None else found.holders:
                if holder.fence == grant.fence and now() - asked < _FETCH_MAX:
                    return holder.expires_in, shown
        except HoldfastError:
            pass  # no access, or no member answers: the cautious count below holds
        return ttl, sent

    def give_back(self, lease: str) -> bool:
        """Returns a slot by the token of its lease; False if that is not lent any more."""
        return _returned(confirmed(self._transport.send(_returning(self._path, lease))))


def _returning(path: str, lease: str) -> Request:
    return Request.post(path + "/return", {"lease": lease})


def _returned(reply: Reply) -> bool:
    return reply.ok and bool(reply.json()["returned"])


class _Calls:
    def __init__(self, path: str) -> None:
        self._path = path

    def renewal(self, lease: Lease) -> Optional[Request]:
        return None

    def renewed(self, lease: Lease, reply: Reply) -> "Union[Renewed, Ended, NotRenewed]":
        return NotRenewed("pools have no renewal")

    def release(self, lease: Lease) -> Request:
        return _returning(self._path, lease.token)

    def released(self, reply: Reply) -> bool:
        return _returned(reply)

    def ended(self, lease: Lease, confirmed: bool) -> None:
        """Pools have no session to give back."""
