"""The resources of all APIs: who holds them, who waits, and who held them before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Optional

from ._http import Request
from ._transport import query, segment
from .errors import confirmed, failure, replied

if TYPE_CHECKING:
    from .client import Context

_PATH = "/v1/resources"


@dataclass(frozen=True)
class Holder:
    """A client that holds a resource. ``since`` is a time in ISO 8601."""

    owner: Optional[str]
    since: str
    expires_in: float
    fence: int
    session: Optional[int]


@dataclass(frozen=True)
class Waiter:
    """A client that waits. Position 1 is next; ``id`` names it for ``cancel_wait``."""

    position: int
    id: Optional[str]
    owner: Optional[str]
    since: str
    gives_up_in: Optional[float]
    session: Optional[int]


@dataclass(frozen=True)
class PastGrant:
    """A grant that has ended. ``end`` says how; ``by`` and ``reason`` are those of a break."""

    api: str
    key: str
    owner: Optional[str]
    fence: int
    since: str
    ended: str
    waited: float
    held: float
    end: str
    by: Optional[str]
    reason: Optional[str]


@dataclass(frozen=True)
class Resource:
    """A resource of any API. In a list it has the first holder only, and no queue or history."""

    api: str
    key: str
    limit: int
    held: int
    waiting: int
    holders: "tuple[Holder, ...]"
    queue: "tuple[Waiter, ...]"
    history: "tuple[PastGrant, ...]"


class Resources:
    def __init__(self, context: "Context") -> None:
        self._transport = context.transport

    def list(
        self,
        api: Optional[str] = None,
        prefix: Optional[str] = None,
        state: Optional[str] = None,
        owner: Optional[str] = None,
        sort: Optional[str] = None,
    ) -> "Iterator[Resource]":
        """Returns all resources that match, a request for each page."""
        parameters: "dict[str, object]" = {
            "api": api,
            "prefix": prefix,
            "state": state,
            "owner": owner,
            "sort": sort,
        }
        for fields in self._pages(_PATH, "resources", parameters):
            yield _resource(fields)

    def find(self, api: str, key: str) -> Optional[Resource]:
        """Returns a resource with holders, queue and history; None if it is unknown."""
        reply = replied(self._transport.send(Request.get(_path(api, key))))
        if reply.status == 404:
            return None
        if not reply.ok:
            raise failure(reply)
        return _resource(reply.json())

    def history(
        self,
        api: Optional[str] = None,
        prefix: Optional[str] = None,
        owner: Optional[str] = None,
        at: Optional[str] = None,
        begin: Optional[str] = None,
        end: Optional[str] = None,
    ) -> "Iterator[PastGrant]":
        """Returns past grants; the times are in ISO 8601, and ``at`` selects one instant."""
        parameters: "dict[str, object]" = {
            "api": api,
            "prefix": prefix,
            "owner": owner,
            "at": at,
            "from": begin,
            "to": end,
        }
        for fields in self._pages("/v1/history", "history", parameters):
            if _is_grant(fields):
                yield _past(fields, {})

    def break_grant(self, api: str, key: str, fence: int, reason: str) -> bool:
        """Ends a grant of another client; False if no holder has that fence any more."""
        path = "%s/holders/%d" % (_path(api, key), fence)
        reply = replied(self._transport.send(Request.change("DELETE", path, {"reason": reason})))
        if reply.status == 404 and reply.code == "not_held":
            return False
        if not reply.ok:
            raise failure(reply)
        return True

    def _pages(
        self, path: str, name: str, parameters: "dict[str, object]"
    ) -> "Iterator[dict[str, Any]]":
        after = None
        while True:
            request = Request.get(path + query({**parameters, "after": after}))
            fields = confirmed(self._transport.send(request)).json()
            yield from fields[name]
            after = fields.get("next")
            if after is None:
                return


def _path(api: str, key: str) -> str:
    return "%s/%s/%s" % (_PATH, segment(api), segment(key))


def _is_grant(row: "dict[str, Any]") -> bool:
    # The history also has waits that ended without a grant.
    return row.get("kind") != "wait"


def _resource(fields: "dict[str, Any]") -> Resource:
    holders = [fields["holder"]] if fields.get("holder") else fields.get("holders", [])
    return Resource(
        fields["api"],
        fields["key"],
        fields.get("limit", 1),
        fields.get("held", 0),
        fields.get("waiting", 0),
        tuple(_holder(holder) for holder in holders),
        tuple(_waiter(waiter) for waiter in fields.get("queue", [])),
        tuple(_past(row, fields) for row in fields.get("history", []) if _is_grant(row)),
    )


def _holder(fields: "dict[str, Any]") -> Holder:
    return Holder(
        fields.get("owner"),
        fields["since"],
        float(fields.get("expires_in_s") or 0),
        fields["fence"],
        fields.get("session"),
    )


def _waiter(fields: "dict[str, Any]") -> Waiter:
    id = fields.get("id")
    return Waiter(
        fields["position"],
        None if id is None else str(id),
        fields.get("owner"),
        fields["since"],
        fields.get("gives_up_in_s"),
        fields.get("session"),
    )


def _past(fields: "dict[str, Any]", of: "dict[str, Any]") -> PastGrant:
    return PastGrant(
        fields.get("api") or of["api"],
        fields.get("key") or of["key"],
        fields.get("owner"),
        fields["fence"],
        fields["since"],
        fields["ended"],
        float(fields.get("waited_s") or 0),
        float(fields.get("held_s") or 0),
        fields["end"],
        fields.get("by"),
        fields.get("reason"),
    )
