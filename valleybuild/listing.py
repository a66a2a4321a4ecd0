"""The commands that look things up: what games, components and products there are, and what a finding means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from valleybuild.terminal import CLEAN, FINDINGS, CannotRun, find_project

if TYPE_CHECKING:
    from valleybuild.model import Game
    from valleybuild.products.model import Product
    from valleybuild.project import Project


@click.command("list")
@click.pass_context
def list_everything(context: click.Context) -> None:
    """List the games of the project: languages, components with their counts, products with their papers."""
    from valleybuild.load import list_games, load_game

    project = find_project(context)
    names = list_games(project)
    if not names:
        raise CannotRun("there is no game: no folder of cards/ holds a game.yaml")
    status = CLEAN
    for name in names:
        game, problems = load_game(project, name)
        if game is None:
            click.echo(f"{name}: cannot be read; see `valleybuild check {name}`")
            status = FINDINGS
            continue
        click.echo("\n".join(_game_lines(project, game)))
        if problems:
            click.echo(f"  {len(problems)} findings while reading; see `valleybuild check {name}`")
            status = FINDINGS
    context.exit(status)


def _game_lines(project: Project, game: Game) -> Iterator[str]:
    title = game.title_in(game.languages[0])
    yield f"{game.id}  {title}, version {game.version}, languages {', '.join(game.languages)}"
    for line in _component_lines(game):
        yield f"  {line}"
    for product in _products(project, game):
        papers = f" ({', '.join(product.papers)})" if product.papers else ""
        yield f"  product {product.name}: {product.summary}{papers}"


def _products(project: Project, game: Game) -> Iterator[Product]:
    """Yield what can be made of a game, as far as its declarations tell."""
    from valleybuild.book.read import book_folder
    from valleybuild.games import find_rules
    from valleybuild.products import PRODUCTS

    mine = {kind.component.product for kind in game.kinds.values() if kind.component}
    bound = project.has_file(f"{book_folder(game)}/book.yaml")
    rules = find_rules(game.rules, game.id)
    charted = rules is not None and rules.dependencies is not None
    for product in PRODUCTS:
        if product.bound:
            made = bound
        elif product.charted:
            made = charted
        else:
            made = bool(mine) if product.gathered else product.name in mine
        if made:
            yield product


def _component_lines(game: Game) -> Iterator[str]:
    total = 0
    for kind in game.kinds.values():
        spec = kind.component
        entries = game.of_kind(kind.name)
        if spec is None or not entries:
            continue
        count = 0
        for entry in entries:
            field = spec.count if isinstance(spec.count, int) else entry.record.fields.get(spec.count)
            count += field if isinstance(field, int) else 1
        total += count
        outline = game.outlines.get(spec.outline)
        size = f"{outline.size.width:g} × {outline.size.height:g} mm" if outline else spec.outline
        kinds = f", {len(entries)} kinds" if count != len(entries) else ""
        yield f"{count:4}  {kind.name} ({size}{kinds})"
    yield f"{total:4}  components in all"


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Say what the finding CODE (such as VB131 or duplicate-key) means, why it matters and how to mend it."""
    from valleybuild.codes import all_codes, find_code
    from valleybuild.games import all_rules
    from valleybuild.scalars import closest

    more = tuple(own for rules in all_rules() for own in rules.codes)  # of every game, wherever the command is run
    found = find_code(code, more)
    if found is None:
        raise CannotRun(f'there is no code "{code}"; {closest(code.lower(), [c.name for c in all_codes(more)])}')
    click.echo(f"{found.id} {found.name}\n\n{found.what}\n\nWhy: {found.why}\n\nMend it: {found.fix}")
