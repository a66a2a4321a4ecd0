"""Scenes to pages of their own size: nothing beyond the trim and no marks, as they are read and not cut."""

from __future__ import annotations

from collections.abc import Sequence

from valleybuild.impose import Page, Placement
from valleybuild.scene import Anchor, Link, Outline, Scene


def bare_page(
    scene: Scene,
    name: str,
    *,
    number: int,
    side: str = "front",
    outline: Outline | None = None,
    links: Sequence[Link] = (),
    anchors: Sequence[Anchor] = (),
) -> Page:
    """Return a scene as a page; without an outline of its own it is a plain one."""
    shape = outline or Outline("page", scene.size)
    placement = Placement(scene, 0.0, 0.0, (0.0, 0.0, 0.0, 0.0), shape, name)
    return Page(scene.size, side, number, (placement,), (), tuple(links), tuple(anchors))
