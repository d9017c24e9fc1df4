"""Work nodes: a lease keeps two workers from working on the same one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Optional, Union

from ._http import Reply, Request
from ._leases import Ended, Grant, Lease, NotRenewed, Renewed
from ._transport import segment
from .errors import HoldfastError, confirmed, failure, replied
from .results import ENDED_BY_SERVER, Acquired, Granted, Refused, refusal

if TYPE_CHECKING:
    from .client import Context

_PATH = "/v1/nodes"


@dataclass(frozen=True)
class NodeLease:
    """A lease on a node, as the server sees it. ``by`` is the person that holds it."""

    node: str
    by: str
    expires_in: float
    fence: int
    session: Optional[str]
    capped: bool

    @staticmethod
    def of(reply: Reply) -> "NodeLease":
        fields = reply.json()
        lease = fields["lease"]
        return NodeLease(
            lease["node_id"],
            lease["by"],
            lease["expires_in_ms"] / 1000,
            lease["fence"],
            lease.get("session"),
            bool(fields.get("capped_to_max")),
        )


@dataclass(frozen=True)
class NodeItem:
    """A node of the queue. ``why`` says what its score is made of."""

    id: str
    title: str
    type: str
    status: str
    priority: str
    why: str


class Nodes:
    """Work nodes. The holder is the person that the client's token names."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._transport = context.transport

    def write(self, markdown: str) -> str:
        """Writes a node, whose text has front matter, and returns its revision."""
        request = replace(
            Request.change("POST", _PATH), body=markdown, headers={"Content-Type": "text/markdown"}
        )
        results = confirmed(self._transport.send(request)).json()["results"]
        result = results[0] if results else {}
        if not result.get("ok"):
            error = result.get("error") or {}
            raise HoldfastError(
                error.get("code", "invalid_node"), 207, error.get("message", str(result))
            )
        return str(result["revision"])

    def read(self, id: str) -> Optional[str]:
        """Returns the text of a node; None if it does not exist."""
        reply = replied(self._transport.send(Request.get(_path(id, ""))))
        if reply.status == 404:
            return None
        if not reply.ok:
            raise failure(reply)
        return str(reply.json()["raw"])

    def queue(self, limit: int = 100) -> "list[NodeItem]":
        """Returns the nodes that are free or this person's own, the most urgent first."""
        reply = confirmed(self._transport.send(Request.get("/v1/queue?limit=%d" % limit)))
        names = ("title", "type", "status", "priority", "why")
        return [
            NodeItem(item["id"], *(str(item.get(name) or "") for name in names))
            for item in reply.json()["items"]
        ]

    def claim(self, id: str, session: Optional[str] = None) -> Acquired:
        """Claims a node without waiting. A session binds the lease to one run.

        The lease is renewed until it is released, which also removes the ``assigned`` edge. Its
        length is the server's setting.
        """
        self._context.check_open()
        body = {} if session is None else {"session": session}
        result = self._transport.send(Request.post(_path(id, "/claim"), body))
        if not isinstance(result, Reply) or not result.ok:
            if isinstance(result, Reply) and result.status == 409 and result.code == "conflict":
                return Refused("busy", result.detail)
            return refusal(result)
        info = NodeLease.of(result)
        leases = self._context.leases
        grant = Grant("nodes", id, "", info.fence)
        calls = _Calls(id, body)
        lease = Lease(leases, grant, info.expires_in, result.sent, None, calls)
        return Granted(leases.watch(lease, result.sent))

    def renew(self, id: str) -> NodeLease:
        """Renews a lease that this person has, for programs that keep no Lease."""
        return self._lease(id, "/renew", {})

    def extend(self, id: str, more: float) -> NodeLease:
        """Adds seconds to a lease that this person has, up to the server's maximum."""
        return self._lease(id, "/extend", {"ms": round(more * 1000)})

    def reserve(self, id: str) -> NodeLease:
        """Parks a lease that this person has, so that only this person can claim the node."""
        return self._lease(id, "/reserve", {})

    def release(self, id: str) -> None:
        """Releases a node and removes this person's edge. Repeating it does no harm."""
        confirmed(self._transport.send(Request.post(_path(id, "/release"), {})))

    def _lease(self, id: str, call: str, body: "dict[str, Any]") -> NodeLease:
        return NodeLease.of(confirmed(self._transport.send(Request.post(_path(id, call), body))))


def _path(id: str, call: str) -> str:
    return "%s/%s%s" % (_PATH, segment(id), call)


class _Calls:
    def __init__(self, id: str, body: "dict[str, str]") -> None:
        self._id = id
        self._body = body

    def renewal(self, lease: Lease) -> Request:
        return Request.post(_path(self._id, "/renew"), self._body)

    def renewed(self, lease: Lease, reply: Reply) -> "Union[Renewed, Ended, NotRenewed]":
        if reply.ok:
            info = NodeLease.of(reply)
            if info.fence != lease.fence:
                return Ended(ENDED_BY_SERVER, "the node was claimed again")
            return Renewed(info.expires_in)
        if reply.status in (404, 409):
            return Ended(ENDED_BY_SERVER, reply.detail)
        return NotRenewed(reply.detail)

    def release(self, lease: Lease) -> Request:
        return Request.post(_path(self._id, "/release"), {})

    def released(self, reply: Reply) -> bool:
        return reply.ok

    def ended(self, lease: Lease, confirmed: bool) -> None:
        """Nodes have no session to give back."""
