"""Claims: jobs take turns on a resource, and everyone sees the queue and its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Optional, Union

from ._http import FOREVER, Reply, Request, Result, Timing, now
from ._leases import Ended, Grant, Lease, NotRenewed, Renewed
from ._transport import query
from .errors import HoldfastError, confirmed, failure
from .results import ENDED_BY_SERVER, Acquired, Granted, Refused, refusal

if TYPE_CHECKING:
    from .client import Context

_PATH = "/v1/claims/"
#: The server holds a reply back for at most a minute.
_POLL_MAX = 30


@dataclass(frozen=True)
class Claim:
    """A claim, as the server sees it. Durations are in seconds."""

    id: int
    resource: str
    status: str
    created: datetime
    ttl: Optional[float]
    active_duration: Optional[float]
    waiting_duration: float
    fence: Optional[int]
    user_data: Any

    @property
    def is_final(self) -> bool:
        """True if the claim neither holds its resource nor waits for it."""
        return self.status not in ("waiting", "active")

    @staticmethod
    def of(reply: Reply) -> "Claim":
        fence = reply.header("x-fence")
        return Claim.from_fields(reply.json(), None if fence is None else int(fence))

    @staticmethod
    def from_fields(fields: "dict[str, Any]", fence: Optional[int] = None) -> "Claim":
        return Claim(
            int(fields["url"].rstrip("/").rsplit("/", 1)[-1]),
            fields["resource"],
            fields["status"],
            parsedate_to_datetime(fields["created"]),
            fields.get("ttl"),
            fields.get("active_duration"),
            float(fields.get("waiting_duration") or 0),
            fence,
            fields.get("user_data"),
        )


class Claims:
    """Claims on resources."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._transport = context.transport

    def acquire(
        self, resource: str, ttl: float, wait: Optional[float] = 0, user_data: Any = None
    ) -> Acquired:
        """Claims a resource and waits until the claim is active.

        Then it is renewed until the lease is released. If the wait is over, it is withdrawn.
        """
        self._context.check_open()
        deadline = now() + (FOREVER if wait is None else wait)
        result = self._transport.send(_creation(resource, ttl, user_data))
        if not isinstance(result, Reply) or not result.ok:
            return refusal(result)
        claim = Claim.of(result)
        settled = False
        try:
            acquired = self._hold(claim, result, ttl, deadline)
            settled = isinstance(acquired, Granted)
            return acquired
        except HoldfastError as e:
            return refusal(e)
        finally:
            if not settled:
                self._transport.start(_patch(claim.id, {"status": "withdrawn"}))

    def _hold(self, claim: Claim, reply: Reply, ttl: float, deadline: float) -> Acquired:
        fresh = claim.status == "active" and reply.attempts == 1 and now() - reply.sent < ttl / 4
        if fresh:
            return self._granted(claim, reply.sent, ttl)
        while claim.status == "waiting":
            left = deadline - now()
            if left <= 0:
                return Refused("busy", "another claim on the resource is active")
            claim = self.wait(claim.id, "waiting", left)
        if claim.is_final:
            return Refused(claim.status, "the claim is " + claim.status)
        # The turn began at an unknown time, so it is counted from a renewal.
        renewal = self._transport.send(_patch(claim.id, {"ttl": ttl}))
        if not isinstance(renewal, Reply) or not renewal.ok:
            return refusal(renewal)
        return self._granted(Claim.of(renewal), renewal.sent, ttl)

    def _granted(self, claim: Claim, sent: float, ttl: float) -> Granted:
        grant = Grant("claims", claim.resource, str(claim.id), claim.fence or 0)
        leases = self._context.leases
        return Granted(leases.watch(Lease(leases, grant, ttl, sent, None, _Calls()), sent))

    def create(self, resource: str, ttl: float, user_data: Any = None) -> Claim:
        """Makes a claim, which the caller has to renew and release."""
        return Claim.of(confirmed(self._transport.send(_creation(resource, ttl, user_data))))

    def get(self, id: int) -> Claim:
        return Claim.of(confirmed(self._transport.send(Request.get("%s%d/" % (_PATH, id)))))

    def wait(self, id: int, seen: str, wait: float) -> Claim:
        """Waits until the claim has another status than this one, or the wait is over."""
        deadline = now() + wait
        while True:
            left = max(0.0, deadline - now())
            result = self._poll(id, seen, min(_POLL_MAX, int(left) + 1) if left > 0 else 0)
            if isinstance(result, Reply) and result.status == 304:
                claim = self.get(id)
            elif isinstance(result, Reply) and result.ok:
                claim = Claim.of(result)
            else:
                raise failure(result)
            if claim.status != seen or now() >= deadline:
                return claim

    def _poll(self, id: int, seen: str, seconds: int) -> Result:
        self._context.check_open()
        request = Request.get("%s%d/" % (_PATH, id))
        if seconds > 0:
            request = request.having("Prefer", "wait=%d" % seconds)
            request = request.having("If-None-Match", 'W/"%s"' % seen)
        patience = self._transport.settings.request_timeout
        attempt = seconds + patience
        return self._transport.send(request, Timing(now() + 2 * attempt, attempt, patience))

    def renew(self, id: int, ttl: float) -> Claim:
        """Renews an active claim; the ttl counts from now."""
        return Claim.of(confirmed(self._transport.send(_patch(id, {"ttl": ttl}))))

    def end(self, id: int, status: str) -> None:
        """Ends a claim as released, aborted, withdrawn or revoked."""
        confirmed(self._transport.send(_patch(id, {"status": status})))

    def list(
        self,
        resource: Optional[str] = None,
        status: Optional[str] = None,
        limit: int = 100,
        offset: int = 0,
    ) -> "list[Claim]":
        """Returns a page of claims in the order of their ids, ended ones included."""
        parameters: "dict[str, object]" = {
            "resource": resource,
            "status": status,
            "limit": limit,
            "offset": offset,
        }
        reply = confirmed(self._transport.send(Request.get(_PATH + query(parameters))))
        return [Claim.from_fields(fields) for fields in reply.json()]


def _creation(resource: str, ttl: float, user_data: Any) -> Request:
    body = {"resource": resource, "ttl": ttl}
    if user_data is not None:
        body["user_data"] = user_data
    return Request.post(_PATH, body)


def _patch(id: int, body: "dict[str, Any]") -> Request:
    return Request.change("PATCH", "%s%d/" % (_PATH, id), body)


class _Calls:
    def renewal(self, lease: Lease) -> Request:
        return _patch(int(lease.token), {"ttl": lease.ttl})

    def renewed(self, lease: Lease, reply: Reply) -> "Union[Renewed, Ended, NotRenewed]":
        if reply.ok:
            return Renewed(lease.ttl)
        if reply.status in (400, 404):
            return Ended(ENDED_BY_SERVER, reply.detail)
        return NotRenewed(reply.detail)

    def release(self, lease: Lease) -> Request:
        return _patch(int(lease.token), {"status": "released"})

    def released(self, reply: Reply) -> bool:
        return reply.ok

    def ended(self, lease: Lease, confirmed: bool) -> None:
        """Claims have no session to give back."""
