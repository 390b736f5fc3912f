"""Who may speak to the server: hosts, origins, sizes and rates, for requests and sockets alike.

It is plain ASGI, since middleware for requests alone does not see sockets.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 400_000
"""Bytes of one request."""
_SAFE = {"GET", "HEAD"}
_ADDRESSES = 4_096
"""So many addresses are remembered, those seen last."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Sockets are named as well: older browsers do not count them as one's own."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, most: float, a_second: float) -> None:
        self.most = most
        self.a_second = a_second
        self._left = most
        self._at = time.monotonic()

    def has(self) -> bool:
        """Whether there is one left."""
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.a_second)
        self._at = now
        return self._left >= 1

    def take(self) -> bool:
        """Takes one, if there is one left."""
        if not self.has():
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, most: float, a_second: float) -> None:
        self._size = most, a_second
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self._by_address.setdefault(address, Bucket(*self._size))
        self._by_address.move_to_end(address)
        while len(self._by_address) > _ADDRESSES:
            self._by_address.popitem(last=False)
        return bucket


class Guard:
    """Turns away what comes from elsewhere, is too large or comes too often."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], posts: Buckets | None = None) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        """Every name and address, with its port, by which the server is called."""
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self.posts = posts or Buckets(60, 1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        status = self._refusal(scope)
        if status is None:
            await self._pass(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _answer(send, status)

    def _refusal(self, scope: Scope) -> int | None:
        headers = _headers(scope)
        if headers.get("host") not in self.hosts:
            return 421
        asks = scope["type"] == "http" and scope["method"] in _SAFE
        origin = headers.get("origin")
        if (origin is not None or not asks) and origin not in self.origins:
            return 403
        if scope["type"] == "websocket" or asks:
            return None
        length = headers.get("content-length", "")
        if not length.isascii() or not length.isdecimal():
            return 411
        if int(length[:12]) > MOST_BODY:
            return 413
        return None if self.posts.of(address_of(scope)).take() else 429

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = _own_headers(_headers(scope)["host"])

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        await self.app(scope, receive, sending)


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _own_headers(host: str) -> list[tuple[bytes, bytes]]:
    """What every answer says to browsers; the host is one of ours."""
    policy = _POLICY.format(sockets=f"ws://{host}")
    headers = {**_HEADERS, "content-security-policy": policy}
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _answer(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b""})
