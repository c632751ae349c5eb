"""The body limit, kept while the body streams in: what is over it is never stored or parsed."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.entrypoints.http import problems


class BodyLimit:
    """ASGI middleware. Over the limit it answers 413 itself, and tells the app that the client has gone."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self._announced(scope) > self.limit:
            await self._refuse(scope, receive, send)
        else:
            await self._counted(scope, receive, send)

    @staticmethod
    def _announced(scope: Scope) -> int:
        text = Headers(scope=scope).get("content-length", "")
        return int(text) if text.isascii() and text.isdigit() else 0

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen, refused, started = 0, False, False

        async def count() -> Message:
            nonlocal seen, refused
            message = {"type": "http.disconnect"} if refused else await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit and not refused:
                refused = True
                if not started:
                    await self._refuse(scope, receive, send)
            return {"type": "http.disconnect"} if refused else message

        async def forward(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            if not refused:
                await send(message)

        try:
            await self.app(scope, count, forward)
        except Exception:
            if not refused:  # otherwise it only says that the client has gone, as we told it
                raise

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        detail = f"The body may have {self.limit} bytes at most (setting max_body_bytes)."
        reply = problems.response("body_too_large", detail, headers={"connection": "close"})
        await reply(scope, receive, send)
