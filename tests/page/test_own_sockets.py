"""The sockets of the simulator's board: programs beside it, and the page that the board names in its menu."""

import asyncio
from pathlib import Path

from jadoube.core.messages.events import Page
from jadoube.glances.lines import glance_socket, page_line
from jadoube.web.listener import listen
from jadoube_sim.page.run import ADDRESS, served
from shared.board.served import until
from shared.pages.visitor import plan_in


def test_the_board_names_the_page_of_its_bench(tmp_path: Path) -> None:
    """Where a program at the socket has served another one and has gone, it is the bench's again."""

    async def run() -> None:
        control = tmp_path / "control"
        async with served(plan_in(tmp_path), listen(ADDRESS, 0), control=control) as (bench, home):

            def named() -> Page | None:
                return bench.desk.table.page if bench.desk else None

            await until(lambda: named() is not None)
            own, other = named(), Page("10.0.0.3:8064", "1111")
            assert own
            assert own.address in home
            await until(glance_socket(control).exists)
            _, writer = await asyncio.open_unix_connection(glance_socket(control))
            writer.write(f"{page_line(other)}\n".encode())
            await until(lambda: named() == other)
            writer.close()
            await until(lambda: named() not in (other, None))
            assert named() == own

    asyncio.run(run())
