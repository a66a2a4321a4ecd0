"""Certificates made anew: `python -m tests.games.certificates` keeps a game that the planner wins of each combination.

Names of files, such as `e2-split-team-4.txt`, make only those; `--stale` leaves those that still win as they are.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from joblib import Parallel, delayed

from tests.games.fixed_games import ROOT, home_valley, opened
from valleybuild.games.home_valley import seat_planner
from valleybuild.games.home_valley.certificates import (
    Combination,
    combinations_of,
    find_win,
    folder_of,
    read_certificates,
    tell_win,
)
from valleybuild.games.home_valley.content import read_valley
from valleybuild.project import Project

FOLDER = ROOT / folder_of("home-valley")
SEEDS = range(1, 101)


def make(combination: Combination, folder: Path, seeds: range = SEEDS) -> str:
    """Let the planner play until it wins, keep that game, and say how it went."""
    rules, config = opened(combination.setup)
    win = find_win(rules, config, seat_planner, seeds)
    if win is None:
        return f"{combination.file}: NOT WON with seeds {seeds[0]} to {seeds[-1]}"
    (folder / combination.file).write_text(tell_win(combination, win), encoding="utf-8")
    return f"{combination.file}: won with seed {win.seed}, {len(win.moves)} moves"


def wanted(names: list[str], *, stale: bool) -> list[Combination]:
    """List what is to be made; with `stale` not what has a certificate that holds."""
    every = list(combinations_of(read_valley(home_valley())))
    unknown = sorted(set(names) - {combination.file for combination in every})
    if unknown:
        sys.exit(f"there is no combination for {', '.join(unknown)}")
    held = {kept.combination for kept in read_certificates(Project(ROOT), "home-valley", opened)} if stale else set()
    return [each for each in every if each not in held and (not names or each.file in names)]


def main() -> None:
    """Make certificates, and take away those of combinations that there are no more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the files to make (default: all)")
    parser.add_argument("--stale", action="store_true", help="only those that are missing or do not win any more")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play")
    told = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    known = {FOLDER / each.file for each in combinations_of(read_valley(home_valley()))}
    for path in set(FOLDER.glob("*.txt")) - known:
        path.unlink()
    results = Parallel(n_jobs=told.workers, return_as="generator")(
        delayed(partial(make, folder=FOLDER))(each) for each in wanted(told.names, stale=told.stale)
    )
    lost = 0
    for result in results:
        print(result, flush=True)
        lost += "NOT WON" in result
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
