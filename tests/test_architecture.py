"""The shape of the package: who imports whom, who touches the disk, and that nothing knows one game by name."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import valleybuild

PACKAGE = Path(valleybuild.__file__).parent
FILES = {
    ".".join(("valleybuild", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
CORE = sorted(name for name in FILES if not name.startswith("valleybuild.games."))
DISK = {"read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "rglob", "mkdir", "unlink", "touch"}


COMMANDS = ("building", "checking", "listing", "playing", "reporting", "simulating")
"""The modules of the commands."""


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str, *, lazy: bool = True) -> frozenset[str]:
    """Name all modules that a module imports; `lazy` takes in those within functions and for type checking."""
    found: set[str] = set()
    nodes = ast.walk(tree(module)) if lazy else iter(tree(module).body)
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{module} imports relatively"
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def reached(module: str) -> frozenset[str]:
    """Name all modules of the package that a module needs, directly or through others."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports(waiting.pop()):
            if name in FILES and name not in seen:
                seen.add(name)
                waiting.append(name)
    return frozenset(seen)


def of(*parts: str) -> set[str]:
    """Name the modules that are, or lie below, parts of the package."""
    names = [f"valleybuild.{part}" for part in parts]
    found = {module for module in FILES if any(module == name or module.startswith(f"{name}.") for name in names)}
    assert found, parts
    return found


@pytest.mark.parametrize(
    ("library", "owner"), [("reportlab", "valleybuild.pdf"), ("pypdfium2", "valleybuild.readback")]
)
def test_a_library_has_one_importer(library: str, owner: str) -> None:
    importers = {module for module in FILES if any(name.split(".")[0] == library for name in imports(module))}
    assert importers == {owner}


@pytest.mark.parametrize(
    ("stage", "never"),
    [
        (
            "load",
            ("compose", "check", "impose", "pdf", "finish", "products", "games", "templates", "views", "workshop"),
        ),
        ("layouts", ("compose", "check", "impose", "pdf", "finish", "products", "games", "workshop")),
        ("compose", ("check", "impose", "pdf", "finish", "products", "games", "load", "build", "workshop", "cli")),
        (
            "book.read",
            ("compose", "check", "templates", "views", "games", "pdf", "finish", "products", "workshop", "cli"),
        ),
        (
            "book.rendering",
            ("check", "games", "impose", "pdf", "finish", "products", "load", "build", "workshop", "cli"),
        ),
        ("book.whole", ("impose", "pdf", "finish", "products", "load", "build", "workshop", "cli")),
        ("check", ("compose", "impose", "pdf", "finish", "products", "games", "build", "workshop", "cli")),
        (
            "impose",
            ("pdf", "finish", "products", "games", "compose", "check", "load", "model", "project", "build", "cli"),
        ),
        ("pdf", ("finish", "products", "games", "compose", "check", "load", "model", "project", "build", "cli")),
        ("finish", ("pdf", "products", "games", "compose", "check", "load", "model", "project", "build", "cli")),
        ("products", ("pdf", "finish", "games", "check", "load", "build", "workshop", "cli")),
        ("games", ("compose", "impose", "pdf", "finish", "products", "load", "build", "workshop", "cli")),
        *((command, ("cli", *(other for other in COMMANDS if other != command))) for command in COMMANDS),
        ("terminal", ("options", "cli", *COMMANDS)),
        ("options", ("terminal", "cli", *COMMANDS)),
        ("workshop", ("build", "finish", "pdf", "terminal", "options", "cli", *COMMANDS)),
        ("build", ("terminal", "options", "cli", *COMMANDS)),
        ("games.playthrough", ("games.replay",)),
        ("typography", ("model", "project", "problem", "templates", "compose")),
        ("project", ("model", "load", "convert", "scene")),
        ("scene", ("model", "project", "problem")),
        ("problem", ("codes", "model", "project")),
        ("codes", ("model", "project", "problem", "check")),
    ],
)
def test_stages_are_one_way(stage: str, never: tuple[str, ...]) -> None:
    for module in of(stage):
        needed = reached(module) & of(*never)
        assert not needed, f"{module} needs {sorted(needed)}"


def test_no_import_goes_round_in_a_circle() -> None:
    for module in FILES:
        if not module.startswith("valleybuild.games"):
            inside = {name for name in reached(module) if name in imports(module) or name != module}
            assert module not in inside or module.count(".") == 1, module


def test_the_command_line_starts_light() -> None:
    light = {"__future__", "click", "gc", "io", "sys", "contextlib", "pathlib", "typing", "collections.abc"}
    waiting, seen = ["valleybuild.cli"], {"valleybuild.cli"}
    while waiting:
        module = waiting.pop()
        needed = imports(module, lazy=False)
        started = needed & FILES.keys()
        for name in needed:
            known = light | started
            assert any(name == one or name.startswith(f"{one}.") for one in known), f"{module} imports {name}"
        waiting.extend(started - seen)
        seen |= started
    assert seen == of("cli", "terminal", "options", *COMMANDS)


@pytest.mark.parametrize("module", CORE)
def test_the_disk_is_read_by_project_and_written_by_finish(module: str) -> None:
    if module in ("valleybuild.project", "valleybuild.finish"):
        return
    touched = []
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            touched.append(f"open in line {node.lineno}")
        if isinstance(node, ast.Attribute) and node.attr in DISK and not ast.unparse(node.value).endswith("project"):
            touched.append(ast.unparse(node))
    fonts = ["path.read_bytes"] if module == "valleybuild.compose.materials" else []  # fonts lie in installed packages
    assert touched == fonts


@pytest.mark.parametrize("module", CORE)
def test_the_core_knows_no_game(module: str) -> None:
    text = FILES[module].read_text(encoding="utf-8").lower()
    if module == "valleybuild.terminal":
        text = text.replace('default_game = "home-valley"', "")
    for name in ("home_valley", "home valley", "home-valley", "pebbles"):
        assert name not in text


@pytest.mark.parametrize("module", sorted(FILES))
def test_a_module_says_what_it_is_and_stays_short(module: str) -> None:
    assert ast.get_docstring(tree(module)), f"{module} has no docstring"
    assert len(FILES[module].read_text(encoding="utf-8").splitlines()) <= 500


@pytest.mark.parametrize("module", CORE)
def test_there_is_no_module_state(module: str) -> None:
    """A name at the top of a module is bound once, and no function rebinds it."""
    for node in ast.walk(tree(module)):
        assert not isinstance(node, ast.Global), f"{module} line {node.lineno}"
    for statement in tree(module).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) != "__all__":
            assert not isinstance(statement.value, (ast.List, ast.Set)), f"{module} line {statement.lineno}"
