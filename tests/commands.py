"""Commands to how they end, run in this process or, to see what they load, in one of their own; folders to contents."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from valleybuild.cli import main


def run(*arguments: str | Path, project: Path | None = None) -> Result:
    """Run a command, for a project where one is named; anything but an orderly end is a failure."""
    named = ("--project", project) if project else ()
    result = CliRunner().invoke(main, [str(argument) for argument in (*named, *arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def loaded_by(*arguments: str | Path) -> frozenset[str]:
    """Run a command that ends well, in a process of its own; return the names of all that it imports, up to a dot."""
    script = (
        "import sys\nfrom valleybuild.cli import main\ntry:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n"
        "    assert end.code == 0, end.code\nprint(sorted({name.split('.')[0] for name in sys.modules}))"
    )
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return frozenset(ast.literal_eval(done.stdout.splitlines()[-1]))


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder, by their path in it."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
