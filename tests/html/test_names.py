"""What icons are called: by the words of the game, unless the text beside them says it anyway."""

from __future__ import annotations

from tests.html.conftest import Setting
from valleybuild.html.inline import Inline
from valleybuild.html.lettering import Lettering
from valleybuild.html.names import IconName, icon_names
from valleybuild.markup import Piece
from valleybuild.model import IconSpec, Style
from valleybuild.problem import Place

TEXT = Style("text", "text", "text-bold", "text-italic", 10.0, 10.0, 1.2, 0.0, 0.0, "ink", Place(""))
ICONS = {"star": IconSpec("star", "★", "gold", Place("")), "moon": IconSpec("moon", "☾", "", Place(""))}
NAMES = {"star": IconName("Stamp", ("stamp", "stamps"))}
STAR, MOON = Piece("", icon="star"), Piece("", icon="moon")


def written(*line: Piece) -> str:
    """Write a line of text."""
    return Inline(ICONS, NAMES, Lettering()).line(line, TEXT)


def test_an_icon_is_its_character_with_its_name_and_ink() -> None:
    assert written(Piece("Earn one "), STAR, Piece(".")) == (
        'Earn one <span class="icon ink-gold" role="img" aria-label="Stamp">★</span>.'
    )


def test_a_name_is_not_said_twice() -> None:
    hidden = '<span class="icon ink-gold" aria-hidden="true">★</span>'
    assert written(STAR, Piece(" Stamps, not less")) == f"{hidden}\u00a0Stamps, not less"
    assert written(Piece("two stamps "), STAR) == f"two stamps {hidden}"
    assert 'aria-label="Stamp"' in written(STAR, Piece(" and stamps"))


def test_an_icon_without_a_name_is_left_to_its_character() -> None:
    assert written(Piece("by "), MOON) == 'by <span class="icon">☾</span>'


def test_home_valley_names_its_icons_in_both_languages(valley: dict[str, Setting]) -> None:
    game = valley["en"].materials.game
    english, czech = icon_names(game, "en"), icon_names(game, "cs")
    assert (english["driving"].name, czech["driving"].name) == ("driving", "řízení")
    assert (english["road"].name, czech["road"].name) == ("road", "silnice")
    assert (english["stamp"].name, czech["stamp"].name) == ("Stamp", "Razítko")
    assert english["three"].name == "3"
    assert english.keys() == czech.keys() <= game.icons.keys()


def test_copied_text_has_the_sign_that_the_icon_stands_for(valley: dict[str, Setting]) -> None:
    game = valley["cs"].materials.game
    icons = [one for one in valley["cs"].page.one("main").all("span") if one.get("class").startswith("icon")]
    assert len(icons) > 100
    assert {one.text() for one in icons} <= {spec.character for spec in game.icons.values()}
    assert all(one["aria-label"] for one in icons if one.get("role"))
