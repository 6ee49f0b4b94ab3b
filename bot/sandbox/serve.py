"""`Sandbox`: the whole of it on one port of 127.0.0.1, inside a test or as a process."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from bot.sandbox.acts.interactions import Desk
from bot.sandbox.cdn import Cdn
from bot.sandbox.control import Control
from bot.sandbox.gateway.socket import Gateway
from bot.sandbox.hall import Hall
from bot.sandbox.model.world import World
from bot.sandbox.people import Handler, People, plainly
from bot.sandbox.rates import Rates
from bot.sandbox.rest import ROUTES, Door

HOST = "127.0.0.1"  # never anything else: there are no passwords here
PAGE = Path(__file__).parent / "page"
MOST_BYTES = 64 * 1024 * 1024


class Sandbox:
    """A Discord of one's own: `await start()`, point the client at it, `await stop()`."""

    def __init__(self, *, rates: bool = True) -> None:
        self._rates_on = rates
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> Sandbox:
        self.world = World()
        self.desk = Desk(self.world)
        self.gateway_side = Gateway(self.world, self.desk)
        self.hall = Hall(self.world)
        self.rates = Rates(self.world.clock, self._rates_on)
        self.door = Door(self.world, self.desk, self.gateway_side, self.rates)
        self.faults = self.door.faults
        self.control = Control(self.door)
        self._runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self.world.address = self.url
        return self

    async def stop(self) -> None:
        self.world.clock.stop()
        await self.gateway_side.stop()
        await self.hall.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        self.world.shelf.close()

    async def __aenter__(self) -> Sandbox:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        """What `discord.http.Route.BASE` is set to."""
        return f"{self.url}/api/v10"

    @property
    def gateway(self) -> str:
        """What `DiscordWebSocket.DEFAULT_GATEWAY` is set to."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def cdn(self) -> str:
        """What `discord.asset.Asset.BASE` is set to."""
        return f"{self.url}/cdn"

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[only_from_here])
        for route in ROUTES:
            handler = self.door.opens(route)
            app.router.add_route(route.method, "/api/{version:v\\d+}" + route.path, handler)
        app.router.add_route("*", "/api/{rest:.*}", self.door.unknown)
        people = People(self.world, self.desk, self.gateway_side)
        app.router.add_get("/gateway", self.gateway_side.serve)
        app.router.add_get("/gateway/", self.gateway_side.serve)
        app.router.add_get("/cdn/attachments/{channel}/{file}/{name}", Cdn(self.world).serve)
        app.router.add_get("/people/{user}/live", plainly(self.hall.serve))
        app.router.add_routes(people.routes())
        app.router.add_routes(self.control.routes())
        app.router.add_get("/", _index)
        if PAGE.is_dir():
            app.router.add_static("/page/", PAGE)
        return app


SPOKEN = ("/people/", "/control/")  # where the page and tests say what people do
GUARDS = {  # no page may show ours in a frame, and nothing is taken for what it is not
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
}


@web.middleware
async def only_from_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Other pages in the same browser could reach this port: they are turned away."""
    if request.url.host not in (HOST, "localhost"):
        return web.Response(status=403, text="The sandbox answers to 127.0.0.1 only.")
    origin = request.headers.get("Origin")
    if origin is not None and origin not in (f"http://{request.host}",):
        return web.Response(status=403, text="The sandbox answers to its own page only.")
    if request.can_read_body and request.path.startswith(SPOKEN):
        # a form of another page can send anything but JSON
        if request.content_type != "application/json":
            return web.Response(status=415, text="The sandbox takes JSON only.")
    answer = await handler(request)
    if not answer.prepared:
        answer.headers.update(GUARDS)
    return answer


async def _index(request: web.Request) -> web.StreamResponse:
    if not (PAGE / "index.html").is_file():
        return web.Response(status=404, text="The page is missing.")
    return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})
