"""A real Dask scheduler and its workers on loopback: the same games as here, and a clear end where they are lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace

from tests.commands import loaded_by, run
from tests.conftest import TESTS
from tests.test_simulation import Countdown, Counter, measure, note
from valleybuild import cluster
from valleybuild.cluster import ClusterError, play_on_cluster
from valleybuild.simulation import Played, Sitting, play_games

ROOT = TESTS.parent
VERSION = version("valleybuild")
SETUP = ("--expedition", "5", "--games", "60", "--json", "-q")


class Slow(Counter):
    """A player who thinks for a moment before the first move."""

    def __init__(self) -> None:
        self.ready = False

    def choose(self, rules: Any, state: int) -> int:
        """Make the only move."""
        if not self.ready:
            time.sleep(0.05)
        self.ready = True
        return super().choose(rules, state)


SLOW = Sitting(Countdown(), 2, Slow, note, measure)
QUICK = replace(SLOW, player=Counter)


class Deserter(Counter):
    """A player with whom the whole worker goes."""

    def choose(self, rules: Any, state: int) -> int:
        """Leave."""
        os._exit(1)


class Cluster:
    """A scheduler and workers as processes; whatever is started ends with the test."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        options = ("--port", "0", "--dashboard-address", "127.0.0.1:0", "--no-show")
        self.start("scheduler", "scheduler", *options, **variables)

    def start(self, name: str, kind: str, *options: str, python: tuple[str, ...] = (), **variables: str) -> None:
        """Start a scheduler or a worker."""
        command = [sys.executable, *python, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", *options]
        environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [*command, "--scheduler-file", str(self.file)],
                cwd=self.folder, env=environment, stdout=log, stderr=log,
            )  # fmt: skip

    def start_worker(self, name: str, *, python: tuple[str, ...] = (), **variables: str) -> None:
        """Start a worker with one thread."""
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        self.start(name, "worker", *options, python=python, **variables)

    def kill(self, name: str) -> None:
        """Kill a process as a power cut would."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def log(self, name: str) -> str:
        """Return what a process has told so far."""
        return (self.folder / f"{name}.log").read_text("utf-8")

    def await_line(self, name: str, pattern: str) -> str:
        """Wait until a process tells something, and return it."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            found = re.search(pattern, self.log(name))
            if found:
                return found[1]
            time.sleep(0.05)
        raise AssertionError(self.log(name))

    def await_worker(self, name: str) -> None:
        """Wait until a worker has joined."""
        self.await_line(name, r"Registered to: +(\S+)\n")

    @property
    def address(self) -> str:
        """Return the scheduler's address, once it has one."""
        return self.await_line("scheduler", r"Scheduler at: +(\S+)\n")


@contextmanager
def started(folder: Path, **variables: str) -> Iterator[Cluster]:
    """Start a scheduler."""
    found = Cluster(folder, **variables)
    try:
        yield found
    finally:
        for name in list(found.running):
            found.kill(name)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a scheduler and two workers that stay as they are."""
    with started(tmp_path_factory.mktemp("standing")) as found:
        found.start_worker("first")
        found.start_worker("second")
        yield found


def simulate(*arguments: str, project: Path = ROOT) -> Result:
    """Simulate the shipped game, or that of another project; anything but an orderly end is a failure."""
    return run("simulate", *arguments, project=project)


def lost(scheduler: Cluster, sitting: Sitting, seeds: range, when: Callable[[], None]) -> tuple[list[Played], str]:
    """Play until the cluster is lost, with something that happens after the first game; return games and message."""
    played: list[Played] = []
    with pytest.raises(ClusterError) as caught:
        for game in play_games(sitting, seeds, crew=lambda *order: play_on_cluster(*order, address=scheduler.address)):
            played.append(game)
            if len(played) == 1:
                when()
    return played, str(caught.value)


def test_a_cluster_plays_the_same_games(standing: Cluster) -> None:
    """The whole answer of the command is the same, byte for byte, and the library adds nothing to it."""
    alone = simulate(*SETUP)
    together = simulate(*SETUP, "--cluster", standing.address.removeprefix("tcp://"))
    assert (together.exit_code, together.stderr) == (0, "")
    assert together.stdout == alone.stdout
    for name in ("first", "second"):
        assert "Registered to" in standing.log(name)


def test_a_cluster_that_is_lost_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a lost worker had is played again, and a lost scheduler leaves what is finished."""
    with started(tmp_path) as pair:
        pair.start_worker("first")
        pair.start_worker("second")
        pair.await_worker("second")
        crew = iter(play_on_cluster(SLOW, range(2, 62), address=pair.address))
        first = next(crew)
        pair.kill("second")
        assert [*first, *(game for games in crew for game in games)] == list(play_games(QUICK, range(2, 62)))

        @contextmanager
        def killing(what: str, quiet: bool, *, total: int | None) -> Iterator[Callable[[str], None]]:
            yield lambda id: pair.kill("scheduler") if "scheduler" in pair.running else None

        monkeypatch.setattr("valleybuild.simulating.show_progress", killing)
        address = pair.address
        result = simulate("--expedition", "5", "--games", "300", "--json", "-q", "--cluster", address)
    assert result.exit_code == 2
    games = json.loads(result.stdout)["games"]
    assert 0 < games < 300
    assert result.stderr == f"valleybuild: the cluster at {address} is lost; interrupted after {games} of 300 games\n"


def test_a_game_that_takes_its_worker_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried elsewhere, and given up when there is nowhere else, or after some workers."""
    monkeypatch.setattr(cluster, "PATIENCE", 3.0)
    sitting = replace(SLOW, player=Deserter)
    with started(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as scheduler:
        address = scheduler.address
        with pytest.raises(ClusterError, match=f"the cluster at {address} has no workers$"):
            list(play_on_cluster(QUICK, [4], address=address))
        scheduler.start_worker("first")
        scheduler.await_worker("first")
        with pytest.raises(ClusterError, match=f"the cluster at {address} has no workers left$"):
            list(play_on_cluster(sitting, [4], address=address))
        for name in ("second", "third"):
            scheduler.start_worker(name)
            scheduler.await_worker(name)
        with pytest.raises(ClusterError, match="lost worker after worker over seeds 4 to 4"):
            list(play_on_cluster(sitting, [4], address=address))


def test_ctrl_c_leaves_what_is_finished(standing: Cluster) -> None:
    script = (
        "import sys, contextlib, valleybuild.cli, valleybuild.simulating\n"
        "@contextlib.contextmanager\n"
        "def shown(what, quiet, total):\n"
        "    yield lambda id: print(id, file=sys.stderr, flush=True)\n"
        "valleybuild.simulating.show_progress = shown\n"
        "valleybuild.cli.main()"
    )
    asked = ("--project", str(ROOT), "simulate", "--expedition", "5", "--games", "2000", "--cluster", standing.address)
    process = subprocess.Popen(
        [sys.executable, "-c", script, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    told, said = process.communicate(timeout=30)
    assert process.returncode == 2
    found = re.fullmatch(r"valleybuild: interrupted after (\d+) of 2000 games", said.splitlines()[-1])
    assert found is not None, said
    assert f" of {found[1]}: " in told


def without_the_package(folder: Path) -> str:
    """Lay out all that is installed but this package, for a Python without its site."""
    folder.mkdir()
    for path in map(Path, sys.path):
        for found in path.iterdir() if path.name == "site-packages" else ():
            if "valleybuild" not in found.name and not (folder / found.name).exists():
                (folder / found.name).symlink_to(found)
    return str(folder)


def of_another_version(folder: Path) -> str:
    """Lay out what makes a Python take this package for one of version 9.9."""
    (folder / "valleybuild-9.9.dist-info").mkdir(parents=True)
    metadata = "Metadata-Version: 2.1\nName: valleybuild\nVersion: 9.9\n"
    (folder / "valleybuild-9.9.dist-info" / "METADATA").write_text(metadata, "utf-8")
    return f"{folder}:{ROOT}"


def test_workers_need_the_package_in_the_same_version(standing: Cluster, tmp_path: Path) -> None:
    """Whoever comes late without it is dropped; whoever is there without it, or has another version, is an error."""
    without = without_the_package(tmp_path / "without")
    seeds = range(100, 180)
    crew = iter(play_on_cluster(SLOW, seeds, address=standing.address))
    first = next(crew)
    standing.start_worker("without", python=("-S",), PYTHONPATH=without)
    standing.await_worker("without")
    assert [*first, *(game for games in crew for game in games)] == list(play_games(QUICK, seeds))
    assert "No module named 'valleybuild'" in standing.log("without")
    standing.kill("without")
    standing.start_worker("idle", python=("-S",), PYTHONPATH=without)
    standing.await_worker("idle")
    assert refusal(standing) == f"has no valleybuild: install valleybuild {VERSION} there\n"
    standing.kill("idle")

    def join() -> None:
        standing.start_worker("other", PYTHONPATH=of_another_version(tmp_path / "other"))
        standing.await_worker("other")

    try:
        played, message = lost(standing, SLOW, seeds, join)
        assert played == list(play_games(QUICK, [game.seed for game in played]))
        who = f"a worker of the cluster at {standing.address}"
        assert message == f"{who} cannot play: it has valleybuild 9.9, not {VERSION}"
        assert refusal(standing) == f"has valleybuild 9.9, not {VERSION}: install valleybuild {VERSION} there\n"
    finally:
        standing.kill("other")


def refusal(scheduler: Cluster) -> str:
    """Let a cluster refuse to play, and return what it says of the worker at fault."""
    result = simulate(*SETUP, "--cluster", scheduler.address)
    assert (result.exit_code, result.stdout) == (2, "")
    who, _, what = result.stderr.partition(f" of the cluster at {scheduler.address} ")
    assert who.startswith("valleybuild: the worker tcp://127.0.0.1:")
    return what


def test_a_game_from_outside_needs_its_rules_there(standing: Cluster, tmp_path: Path, pebbles_rules: Path) -> None:
    """The folder of the project is not needed on a worker, but the package with the game's rules is."""
    asked = ("--games", "12", "--json", "-q")
    result = simulate(*asked, "--cluster", standing.address, project=pebbles_rules)
    assert (result.exit_code, result.stdout) == (2, "")
    reason = "cannot play: it cannot load the game's rules: No module named 'pebbles_rules'"
    assert result.stderr == f"valleybuild: a worker of the cluster at {standing.address} {reason}\n"
    with started(tmp_path) as scheduler:
        scheduler.start_worker("with", PYTHONPATH=os.environ["PYTHONPATH"])
        result = simulate(*asked, "--cluster", scheduler.address, project=pebbles_rules)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == simulate(*asked, project=pebbles_rules).stdout


@pytest.mark.parametrize("listens", [False, True])
def test_nobody_answers(listens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a closed port nor one where somebody listens, but never answers, is waited for any longer."""
    import socket

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        if listens:
            other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        result = simulate(*SETUP, "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"valleybuild: no cluster can be reached at {address}: no answer within 0.5 s\n"


@pytest.mark.parametrize(
    "address",
    ["", "here", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:70000", "host:port", "foo://x:1", "a b:8786"],
)
def test_no_address(address: str) -> None:
    result = simulate(*SETUP, "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f'a cluster is named by the HOST:PORT of its scheduler, not by "{address}"' in result.stderr


def test_a_cluster_brings_its_own_workers() -> None:
    result = simulate(*SETUP, "--cluster", "127.0.0.1:8786", "--workers", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--cluster and --workers exclude each other" in result.stderr


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "valleybuild.cluster")
    monkeypatch.setitem(sys.modules, "dask", None)
    result = simulate(*SETUP, "--cluster", "127.0.0.1:8786")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "valleybuild: --cluster needs dask: pip install 'valleybuild[cluster]'\n"


def test_the_library_is_loaded_only_where_it_is_asked_for() -> None:
    loaded = loaded_by("--project", ROOT, "simulate", "--expedition", "5", "--games", "1", "-q")
    assert "valleybuild" in loaded and not {"dask", "distributed"} & loaded
