"""What a request to hold something returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from ._http import Lost, Reply, Result
from .errors import UNAVAILABLE, Busy, HoldfastError

if TYPE_CHECKING:
    from ._leases import Lease
    from ._locks import Place

#: No member confirmed a renewal until the lease ended; another client may hold it now.
UNREACHABLE = "unreachable"
#: An operator broke the grant, or it expired at the server.
ENDED_BY_SERVER = "ended_by_server"
#: The session ended at the server, and with it everything that it held.
SESSION_ENDED = "session_ended"
#: The server refused the renewals, for instance because the token was revoked.
REFUSED = "refused"
#: Its time is over, and its API has no renewal.
EXPIRED = "expired"


@dataclass(frozen=True)
class Loss:
    """Reports that a lease ended before it was released."""

    lease: "Lease"
    reason: str
    detail: str


@dataclass(frozen=True)
class Granted:
    """The client holds it, and renews it until it is released."""

    lease: "Lease"

    def or_raise(self) -> "Lease":
        return self.lease


@dataclass(frozen=True)
class Queued:
    """The client has a place in the queue. Position 1 is next."""

    position: int
    place: "Place"

    def or_raise(self) -> "Lease":
        raise HoldfastError("queued", 409, "the request waits in the queue")


@dataclass(frozen=True)
class Refused:
    """The client does not hold it."""

    code: str
    detail: str

    @property
    def is_busy(self) -> bool:
        """True if another client holds it; otherwise ``code`` is the server's error code."""
        return self.code == "busy"

    def or_raise(self) -> "Lease":
        if self.is_busy:
            raise Busy(self.detail)
        raise HoldfastError(self.code, 409, self.detail)


@dataclass(frozen=True)
class Unknown:
    """No member answered. If the request took effect, the grant ends after its ttl."""

    detail: str

    def or_raise(self) -> "Lease":
        raise HoldfastError(UNAVAILABLE, 0, self.detail)


Acquired = Union[Granted, Refused, Unknown]

BUSY = Refused("busy", "another client holds it")


def refusal(result: "Union[Result, HoldfastError]") -> "Union[Refused, Unknown]":
    """Returns the result of a request to hold something that was not granted."""
    if isinstance(result, Reply):
        return Refused(result.code, result.detail)
    if isinstance(result, Lost):
        return Unknown(result.why)
    if result.is_unavailable:
        return Unknown(result.detail)
    return Refused(result.code, result.detail)
