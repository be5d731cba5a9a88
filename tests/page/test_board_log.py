"""The simulator's log has what a board has in its own: an engine that fails, in one line."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.state.announced.health import Trouble
from jadoube.web.listener import listen
from jadoube_sim.page.run import ADDRESS, served
from shared.board.served import until
from shared.pages.visitor import plan_in

ENGINE = """#!/bin/sh
while read line; do
  case "$line" in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) echo bestmove e2e5 ;;
    quit) exit ;;
  esac
done
"""


def test_an_engine_that_answers_wrongly_is_named_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the board does not say that none is installed."""
    engine = tmp_path / "wrong"
    engine.write_text(ENGINE, "utf-8")
    engine.chmod(0o755)

    async def run() -> None:
        plan = plan_in(tmp_path, speed=10.0)
        opponent = replace(plan.settings.opponent, engine=str(engine))
        plan = replace(plan, settings=replace(plan.settings, opponent=opponent))
        async with served(plan, listen(ADDRESS, 0)) as (bench, _):
            desk = bench.desk
            assert desk
            for order in ("control none", "opponent white"):
                await desk.daemon.obey(read_ordered(order))
            await until(lambda: bool(desk.daemon.troubled.wrong), within_s=60)
            assert [each.trouble for each in desk.daemon.troubled.wrong] == [Trouble.ENGINE]

    asyncio.run(run())
    logged = [line for line in capsys.readouterr().err.splitlines() if line.startswith("opponent: ")]
    assert len(logged) == 1
    assert logged[0].startswith("opponent: engine wrong: it fails (")
