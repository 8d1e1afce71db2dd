"""Commands about house ways and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from service.analysis import counter, dealer_choice, house_setting, prepare
from service.cli.common import (
    CARDS,
    LANG,
    WAYS,
    compile_first,
    given,
    named_faults,
    progress_bar,
)
from service.dealer.classes import representatives
from service.dealer.comparison import Description
from service.dealer.tables import SHIPPED, build, save
from service.house_ways import DEFAULT, HouseWayError, clash, house_ways, read_file
from service.house_ways.engine import Hands
from service.table_rules import HandQuestion, Spoken


@click.group("house-way")
def house_way() -> None:
    """How casinos set their dealer's hand."""


@house_way.command("list")
@named_faults
def list_ways() -> None:
    """List the house ways."""
    for fault in prepare():
        click.echo(f"left out: {fault}", err=True)
    for way in house_ways().values():
        click.echo(f"{way.id:14}{way.name}, {way.place}{' (default)' * (way.id == DEFAULT)}")


@house_way.command("show")
@click.argument("way_id", type=WAYS, metavar="ID")
@LANG
@named_faults
def show_way(way_id: str, lang: str | None) -> None:
    """Show the lines of a house way, in order: the first that fits decides."""
    words = Spoken.read({"lang": lang} if lang else {}).lang
    way = house_ways()[way_id]
    if not way.shipped:  # its lines may foul or leave gaps: that turns out when its tables are built
        compile_first()
        counter(way_id)
    click.echo(f"{way.name}, {way.place}\n{way.source}\n")
    for line in (*way.all_lines, *(line for lines in way.choices.values() for line in lines)):
        click.echo(f"{line.owner:16}{line.text}")
        click.echo(fill(line.words[words], 78, initial_indent=" " * 16, subsequent_indent=" " * 16))
    for note in way.notes:
        click.echo("\n" + fill(f"Note: {note}", 78))


@house_way.command("split")
@click.argument("way_id", type=WAYS, metavar="ID")
@click.argument("cards", **CARDS)
@click.option("--wheel", help="Rank of A-2-3-4-5: second or lowest.  [default: second]")
@click.option("--joker", help="semi-wild or wild.  [default: semi-wild]")
@LANG
@named_faults
def split_by_way(way_id: str, cards: Sequence[str], **options: Any) -> None:
    """Set seven cards as a house way does."""
    question = HandQuestion.read(given(cards, options))
    compile_first()
    tables = counter(way_id, question.wheel, question.joker).tables
    choice = dealer_choice(house_setting(tables, house_ways()[way_id], question.cards), tables.ranking, question.lang)
    click.echo(f"{' '.join(choice.high.cards)} / {' '.join(choice.low.cards)}")
    click.echo(f"{choice.high.name} / {choice.low.name}\n{choice.rule}")


@house_way.command("check")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--against", type=WAYS, help="Say where it differs from this house way.")
@named_faults
def check_way(path: Path, against: str | None) -> None:
    """Check a house way file: its faults, or how often each line fires, with an example."""
    way = read_file(path)
    if taken := clash(way):
        raise HouseWayError([taken])
    compile_first()
    described = Description(way)
    click.echo(f"{way.id} sets all 154,143,080 hands without a foul.\n")
    owner = ""
    for sample in described.samples():
        if sample.line.owner != owner:
            owner = sample.line.owner
            click.echo(owner)
        click.echo(f"  {sample.line.text}")
        click.echo(f"{sample.hands:>15,} hands{', such as ' + sample.example if sample.hands else ': none gets here'}")
    if against:
        differences = list(described.differences(house_ways()[against]))
        total = sum(difference.hands for difference in differences)
        click.echo(f"\n{way.id} and {against} set {total:,} hands differently.")
        for difference in differences:
            click.echo(f"{difference.kind}\n{difference.hands:>15,} hands, such as {difference.ours}")
            click.echo(f"{against:>15}            {difference.theirs}")


@click.command("build")
@click.option("--house-way", "way_ids", type=WAYS, multiple=True, help="Build this one only; may be repeated.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), default=SHIPPED, help="Folder to write to.")
@named_faults
def build_tables(way_ids: Sequence[str], output: Path) -> None:
    """Set all 292,253 classes of dealer hands by each house way, and write the dealer tables."""
    ways = [house_ways()[way_id] for way_id in way_ids] or [way for way in house_ways().values() if way.shipped]
    compile_first()
    with progress_bar() as progress:
        task = progress.add_task("building", total=len(ways) + 1)
        hands = Hands.of(representatives())
        progress.advance(task)
        for way in ways:
            progress.update(task, description=f"building {way.id}")
            tables = build(way, hands)
            save(way, tables, output)
            click.echo(f"{way.id:14}{tables.digest}")
            progress.advance(task)
