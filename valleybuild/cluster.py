"""A sitting, seeds and the address of a Dask cluster to played games: the same as from processes on one machine.

The sitting goes out with each chunk as pickled bytes, so that workers need this package in the same version, but no
folder of the project. Chunks of a worker that is lost are played again; what is finished when the whole cluster is
lost is handed out before the error. Only a run with a cluster imports this module, and with it `distributed`.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import signal
import warnings
from collections.abc import Awaitable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any, TypeVar

import dask
from distributed import Client, KilledWorker
from distributed.client import FutureCancelledError

from valleybuild.simulation import CrewError, Played, Sitting, play_chunk, split_seeds

PACKAGE = "valleybuild"
ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?:[\w.-]+|\[[\w:.%]+\]):([0-9]{1,5})", re.ASCII)
"""HOST:PORT, or tcp:// or tls:// before it."""
LAST_PORT = 65535
PATIENCE = 10.0
"""For how many seconds an answer of the scheduler, or a first or new worker, is waited for."""
GLANCE = 0.5
"""After how many seconds without a finished chunk the workers are counted again."""
AHEAD = 2
"""How many chunks the cluster has for each of its hands: none waits for the next one to arrive."""

Answer = TypeVar("Answer")


class ClusterError(CrewError):
    """A cluster that cannot be used, or is lost."""


class CannotPlayError(Exception):
    """What a worker says that cannot play what it was sent."""


def play_shipped(shipped: bytes, seeds: Sequence[int], *, sent_by: str) -> list[Played]:
    """Play games on a worker. Raises CannotPlayError where it has another version, or lacks a game's own package."""
    if version(PACKAGE) != sent_by:
        raise CannotPlayError(f"it has {PACKAGE} {version(PACKAGE)}, not {sent_by}")
    try:
        sitting = pickle.loads(shipped)
    except ImportError as error:
        raise CannotPlayError(f"it cannot load the game's rules: {error}") from None
    return play_chunk(sitting, seeds)


def play_on_cluster(sitting: Sitting, seeds: Sequence[int], *, address: str) -> Iterator[list[Played]]:
    """Yield the games in the order of their seeds, some at a time.

    Raises ClusterError for a cluster that cannot be used, or is lost half-way. Then, as after Ctrl-C, what is finished
    is yielded first, and there may be gaps in it.
    """
    with _hushed(), asyncio.Runner() as runner:
        table = _run(runner, _join(address))
        try:
            yield from _hand_out(runner, table, sitting, seeds)
        finally:
            _run(runner, _leave(table))


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep the library from telling what goes on: it would tell it in the middle of the command's own lines."""
    before = logging.root.manager.disable
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable(logging.CRITICAL)
        try:
            yield
        finally:
            logging.disable(before)


async def _answered(waiting: Awaitable[Answer], trouble: str) -> Answer:
    """Wait for an answer of the cluster, but not for ever."""
    try:
        return await asyncio.wait_for(waiting, PATIENCE)
    except TimeoutError:
        raise ClusterError(f"{trouble}: no answer within {PATIENCE:g} s") from None
    except OSError:  # a connection that closes or cannot be made
        raise ClusterError(trouble) from None
    except Exception as error:  # whatever else the library raises, one line of it says why
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise ClusterError(f"{trouble}: {reason}") from None


def _run(runner: asyncio.Runner, doing: Coroutine[Any, Any, Answer]) -> Answer:
    """Run something to its end; Ctrl-C may come before it has begun."""
    try:
        return runner.run(doing)
    finally:
        doing.close()


# Coming and going


class _Table:
    """A cluster that has been joined."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address = client, address

    async def count_hands(self) -> int:
        """Count the threads of all workers."""
        threads = await _answered(self.client.nthreads(), f"the cluster at {self.address} is lost")
        return sum(threads.values())


async def _join(address: str) -> _Table:
    """Connect to the scheduler and see that somebody is there who can play."""
    if not _is_address(address):
        raise ClusterError(f'a cluster is named by the HOST:PORT of its scheduler, not by "{address}"')
    trouble = f"no cluster can be reached at {address}"
    with dask.config.set({"distributed.comm.timeouts.connect": PATIENCE}):
        client = Client(address, asynchronous=True, timeout=PATIENCE, set_as_default=False)
        table = _Table(client, address)
        try:
            await _answered(client, trouble)
            await _await_workers(table)
            await _compare_versions(table)
        except BaseException:
            await _leave(table)
            raise
    return table


def _is_address(text: str) -> bool:
    """Say whether a text is the address of a scheduler."""
    found = ADDRESS.fullmatch(text)
    return found is not None and 0 < int(found[1]) <= LAST_PORT


async def _await_workers(table: _Table) -> None:
    """Wait until there is a worker. Raises ClusterError where none comes."""
    until = asyncio.get_running_loop().time() + PATIENCE
    while await table.count_hands() == 0:
        if asyncio.get_running_loop().time() > until:
            raise ClusterError(f"the cluster at {table.address} has no workers")
        await asyncio.sleep(GLANCE)


async def _compare_versions(table: _Table) -> None:
    """See that the scheduler, through which all goes, and the workers have this package in this version."""
    found = await _answered(table.client.get_versions(packages=[PACKAGE]), f"the cluster at {table.address} is lost")
    mine = version(PACKAGE)
    asked = {"the scheduler": found["scheduler"]}
    asked |= {f"the worker {name}": answer for name, answer in found["workers"].items()}
    for who, answer in asked.items():
        theirs = answer["packages"][PACKAGE]
        if theirs != mine:
            has = f"has {PACKAGE} {theirs}, not {mine}" if theirs else f"has no {PACKAGE}"
            raise ClusterError(f"{who} of the cluster at {table.address} {has}: install {PACKAGE} {mine} there")


async def _leave(table: _Table) -> None:
    """Take leave of the scheduler: it drops what is not played yet."""
    closing = asyncio.ensure_future(table.client._close(fast=True))
    await asyncio.wait({closing}, timeout=PATIENCE)
    if closing.done() and not closing.cancelled():
        closing.exception()  # a scheduler that is gone cannot be taken leave of


# Playing


def _hand_out(runner: asyncio.Runner, table: _Table, sitting: Sitting, seeds: Sequence[int]) -> Iterator[list[Played]]:
    """Keep every hand busy, and yield the chunks in their order; when it comes to an early end, all that are there."""
    playing = _Round(table, sitting, split_seeds(seeds, _run(runner, table.count_hands())))
    finished: dict[int, list[Played]] = {}
    due = 0
    heard: list[int] = []
    # Ctrl-C is noted and raised between two waits, a moment each: raised inside one, the library may swallow it.
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        while due < len(playing.chunks):
            finished |= _run(runner, playing.play_on())
            if heard:
                raise KeyboardInterrupt
            while due in finished:
                yield finished.pop(due)
                due += 1
    except (ClusterError, KeyboardInterrupt):
        finished |= playing.finished()
        for number in sorted(finished):
            yield finished[number]
        raise
    finally:
        _run(runner, playing.give_up())
        signal.signal(signal.SIGINT, before)


class _Round:
    """The chunks of a simulation: those that are being played, by their number, and which comes next."""

    def __init__(self, table: _Table, sitting: Sitting, chunks: Sequence[Sequence[int]]) -> None:
        self.table, self.chunks = table, chunks
        self.shipped = pickle.dumps(sitting)
        self.playing: dict[asyncio.Task[list[Played]], int] = {}
        self.next = 0
        self.deserted: float | None = None

    async def play_on(self) -> dict[int, list[Played]]:
        """Send out what the hands can take, wait for a chunk, a moment at most, and return those that are finished."""
        hands = await self.table.count_hands()
        self._miss(hands)
        while self.next < len(self.chunks) and len(self.playing) < AHEAD * hands:
            self.playing[asyncio.ensure_future(self._play(self.chunks[self.next]))] = self.next
            self.next += 1
        if not self.playing:
            await asyncio.sleep(GLANCE)
            return {}
        await asyncio.wait(self.playing, timeout=GLANCE, return_when=asyncio.FIRST_COMPLETED)
        failed = [task for task in self.playing if task.done() and task.exception() is not None]
        for task in failed:
            del self.playing[task]
        if failed:
            failed[0].result()  # raises
        return self.finished()

    def finished(self) -> dict[int, list[Played]]:
        """Return the chunks that have been finished since."""
        done = [task for task in self.playing if task.done() and not task.cancelled() and task.exception() is None]
        return {self.playing.pop(task): task.result() for task in done}

    async def give_up(self) -> None:
        """Wait for nothing any more."""
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)

    async def _play(self, seeds: Sequence[int]) -> list[Played]:
        """Play a chunk on some worker. Raises ClusterError where none can, and what a game itself may raise."""
        where = f"the cluster at {self.table.address}"
        try:
            future = self.table.client.submit(play_shipped, self.shipped, seeds, sent_by=version(PACKAGE), pure=False)
            played: list[Played] = await future
        except FutureCancelledError:
            raise ClusterError(f"{where} is lost") from None
        except KilledWorker:
            raise ClusterError(f"{where} lost worker after worker over seeds {seeds[0]} to {seeds[-1]}") from None
        except (CannotPlayError, ImportError) as error:
            raise ClusterError(f"a worker of {where} cannot play: {error}") from None
        return played

    def _miss(self, hands: int) -> None:
        """Raise ClusterError where there has been no worker for too long."""
        now = asyncio.get_running_loop().time()
        if hands:
            self.deserted = None
        elif self.deserted is None:
            self.deserted = now
        elif now - self.deserted > PATIENCE:
            raise ClusterError(f"the cluster at {self.table.address} has no workers left")
