"""The options that say what is asked: hands, the rules of the table, house ways, the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ParamSpec, get_args

import click
import click.shell_completion

from paigow.faults import did_you_mean, invalid
from paigow.game.names import LANGUAGES
from paigow.game.showdown import NO_PUSH, PUSH_RULES
from paigow.house_ways import DEFAULT, excluded, house_ways
from paigow.requests.rules import TableRules

P = ParamSpec("P")


class _WayId(click.ParamType[str]):
    """The id of a house way. The list is read only when a command runs and knows its folder."""

    name = "id"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.lower() not in house_ways():
            faults = "".join(f"\nskipped: {fault}" for fault in excluded())
            near = did_you_mean(value, tuple(house_ways()))
            self.fail(f"no such house way; there are: {', '.join(house_ways())}{near}{faults}", param, ctx)
        return value.lower()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return [click.shell_completion.CompletionItem(way) for way in house_ways() if way.startswith(incomplete)]


class _NamedWay(_WayId):
    """The same, but read together with the other rules of the table."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value


class _WayOrFile(click.ParamType[str | Path]):
    """The id of a house way, or the path of a house way file."""

    name = "id or file"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> str | Path:
        if isinstance(value, Path) or value.endswith(".toml") or Path(value).is_file():
            return Path(value)
        return WAYS.convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return WAYS.shell_complete(ctx, param, incomplete)


class Word(click.Choice[str]):
    """One of some words, for help and completion. It is checked with everything else, so that all faults show."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value


WAYS = _WayId()
WAY_OR_FILE = _WayOrFile()
CARDS: dict[str, Any] = {"nargs": -1, "required": True, "metavar": "CARDS"}


LANG = click.option(
    "--lang", type=Word(LANGUAGES), help="Language of tables, names of hands, rules and explanations.  [default: en]"
)
HOUSE_WAY = click.option("--house-way", type=_NamedWay(), help=f"How the dealer sets his cards.  [default: {DEFAULT}]")


def _rule(name: str, help_: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    words = get_args(TableRules.model_fields[name].annotation)
    default = TableRules.model_fields[name].default
    return click.option(f"--{name}", type=Word(words), help=f"{help_}  [default: {default}]")


_BANKER = _rule("banker", "Who wins copies.")
WHEEL = _rule("wheel", "Rank of A-2-3-4-5 among straights.")
JOKER = _rule("joker", "What the joker stands for.")
_RULES = (
    HOUSE_WAY,
    _rule("variant", "A bundle of the rules below; a rule given beside it wins."),
    click.option("--commission", help="Share of a win that the house keeps, 0 to 1.  [default: 0.05]"),
    WHEEL,
    JOKER,
    click.option(
        "--push",
        type=Word((NO_PUSH, *PUSH_RULES)),
        help=f"Which of the dealer's hands push; several are joined by commas.  [default: {NO_PUSH}]",
    ),
    click.option("--collection", help="A flat fee on every bet, in units of the bet.  [default: 0]"),
    click.option("--stake", help="The bet in money."),
    click.option("--rounding", help="Unit that the commission on the stake is rounded up to, such as 0.25."),
)


def rule_options(command: Callable[P, None]) -> Callable[P, None]:
    """The options for the rules of the table."""
    return rules_of_both_roles(_BANKER(command))


def rules_of_both_roles(command: Callable[P, None]) -> Callable[P, None]:
    """The same without the banker."""
    for option in reversed(_RULES):
        command = option(command)
    return command


def given(cards: Sequence[str], options: dict[str, Any]) -> dict[str, Any]:
    """What was asked: the cards, and the options that were given."""
    return {"cards": " ".join(cards), **{name: value for name, value in options.items() if value is not None}}


def check_commission(rules: TableRules, most_places: int) -> None:
    """Refuse a commission with more decimal places than can be counted exactly."""
    if rules.commission_fraction.denominator > 10**most_places:
        detail = f"here commission has at most {most_places} decimal places"
        raise invalid("invalid-parameter", detail, value=rules.commission, parameter="commission")
