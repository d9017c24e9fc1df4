"""Errors that the client raises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._http import Lost, Reply, Result

if TYPE_CHECKING:
    from .results import Loss

UNAVAILABLE = "unavailable"


class HoldfastError(Exception):
    """The server refused a request, or no member answered (``code`` is ``unavailable``)."""

    def __init__(self, code: str, status: int, detail: str) -> None:
        super().__init__("%s: %s" % (code, detail))
        self.code = code
        self.status = status
        self.detail = detail

    @property
    def is_unavailable(self) -> bool:
        """True if no member answered, so that it is unknown whether the request took effect."""
        return self.code == UNAVAILABLE and self.status == 0


class Busy(HoldfastError):
    """Another client holds it, and it did not become free within the wait."""

    def __init__(self, detail: str) -> None:
        super().__init__("busy", 409, detail)


class LeaseLost(HoldfastError):
    """A lease ended before it was released: stop, and write nothing more."""

    def __init__(self, loss: "Loss") -> None:
        super().__init__(loss.reason, 0, loss.detail)
        self.loss = loss


def failure(result: Result) -> HoldfastError:
    if isinstance(result, Reply):
        return HoldfastError(result.code, result.status, result.detail)
    return HoldfastError(UNAVAILABLE, 0, result.why)


def replied(result: Result) -> Reply:
    """Returns the reply, which may be an error."""
    if isinstance(result, Lost):
        raise failure(result)
    return result


def confirmed(result: Result) -> Reply:
    """Returns the reply, which is not an error."""
    reply = replied(result)
    if not reply.ok:
        raise failure(reply)
    return reply
