"""Measure speed and memory as ratios within one run: `python -m tests.bench [--peers DIR] [--rounds N]`.

Each figure comes from fresh processes, run in turn so that a slow moment of the machine strikes all alike; a warm-up
is dropped and medians are compared. Nothing here is a test: the figures are printed, and the bounds beside them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.job import write_job

ROOT = Path(__file__).parents[2]
PEERS = ROOT.parent / "shared" / "tools" / "peers"


def run_once(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command and return its wall time in seconds and its largest resident size in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {errors.decode()[-500:]}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def measure(jobs: dict[str, tuple[list[str], Path]], rounds: int) -> dict[str, tuple[float, float, float]]:
    """Run every job in turn, `rounds` times after a warm-up; return median seconds, largest MB, least seconds."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    sizes: dict[str, float] = dict.fromkeys(jobs, 0.0)
    for turn in range(rounds + 1):
        for name, (command, folder) in jobs.items():
            seconds, size = run_once(command, folder)
            if turn:
                times[name].append(seconds)
            sizes[name] = max(sizes[name], size)
    return {name: (statistics.median(times[name]), sizes[name], min(times[name])) for name in jobs}


def build_command(project: Path, out: Path, *more: str) -> list[str]:
    """Return the command that builds a project into a folder."""
    return [sys.executable, "-m", "valleybuild", "--project", str(project), "build", "-q", "--out", str(out), *more]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, default=PEERS, help="the folder of the peers' job")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs: dict[str, tuple[list[str], Path]] = {}
        for cards in (1, 100, 200, 1000, 2000):
            write_job(folder / f"job{cards}", cards)
            jobs[f"{cards} cards"] = (build_command(folder / f"job{cards}", folder / "out"), folder)
        jobs["check of 100 cards"] = (
            [sys.executable, "-m", "valleybuild", "--project", str(folder / "job100"), "check", "-q"],
            folder,
        )
        jobs["valleybuild --help"] = ([sys.executable, "-m", "valleybuild", "--help"], folder)
        jobs["Home Valley, everything"] = (build_command(ROOT, folder / "out"), folder)
        if options.peers.is_dir():
            peers = folder / "peers"
            shutil.copytree(options.peers, peers, copy_function=shutil.copyfile)
            peers.chmod(0o755)
            subprocess.run([sys.executable, "make_data.py"], cwd=peers, check=True, stdout=subprocess.DEVNULL)
            jobs["bare reportlab, 100 cards"] = ([sys.executable, "bench_reportlab.py", "out.pdf"], peers)
        report(measure(jobs, options.rounds))


def report(found: dict[str, tuple[float, float, float]]) -> None:
    """Print what was measured, and the ratios that count."""
    print("| job | median | memory |\n|---|---|---|")
    for name, (seconds, size, _) in found.items():
        print(f"| {name} | {seconds:.3f} s | {size:.0f} MB |")
    print()
    ours = found["100 cards"][0]
    if "bare reportlab, 100 cards" in found:
        print(f"100 cards against the bare canvas: {ours / found['bare reportlab, 100 cards'][0]:.2f} × (at most 5)")
    # Differences of short runs drown in noise: the quickest run of each is the one that was least disturbed.
    least = {cards: found[f"{cards} cards"][2] for cards in (1, 100, 200, 1000, 2000)}
    print(f"a face beyond start-up: {1000 * (least[1000] - least[100]) / 900:.2f} ms (at most 1)")
    few, many = (least[200] - least[1]) / 199, (least[2000] - least[1]) / 1999
    print(f"a card of 2,000 against one of 200, beyond start-up: {many / few:.2f} × (at most 1)")
    print(f"Home Valley's peak memory: {found['Home Valley, everything'][1]:.0f} MB (at most 150)")


if __name__ == "__main__":
    main()
