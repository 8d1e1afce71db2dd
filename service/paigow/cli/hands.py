"""Commands about a hand: split, grade, value, settle, drill, deal."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow
from typing import Any

import click

from paigow.answers.analysis import Analysis, answer_to
from paigow.answers.dealing import deal_at_table
from paigow.answers.drills import drill
from paigow.answers.grading import grade_split
from paigow.answers.settlement import settle_bet
from paigow.answers.value import value_of
from paigow.cli.common import JSON, compile_first, named_faults, out, plain_table
from paigow.cli.frames import Frames
from paigow.cli.options import CARDS, LANG, Word, given, rule_options
from paigow.game.names import Lang, rule_word
from paigow.jsontext import to_json
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest, ValueRequest
from paigow.requests.trainer import DRILL_KINDS, DealRequest, DrillRequest, GradeRequest, SettleRequest

_OTHER_RULES = ("variant", "wheel", "joker", "push", "collection", "rounding", "stake")


@click.command()
@click.argument("cards", **CARDS)
@rule_options
@LANG
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, if they lie face up.")
@click.option("--limit", help="How many splits to show, 1 to 21.")
@click.option("--fouls/--no-fouls", default=True, show_default=True, help="Show splits that foul.")
@JSON
@named_faults
def split(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Rank the splits of seven cards, such as: paigow split Jk As Qs Qh Qd 7s 2s."""
    request = SplitsRequest.read(given(cards, options))
    compile_first()
    answer = answer_to(request)
    if as_json:
        click.echo(to_json(answer), nl=False)
    else:
        _show(Analysis.of(answer), request.lang)


def _show(analysis: Analysis, lang: Lang) -> None:
    say = Frames(lang)
    rules, way = analysis.rules, analysis.house_way
    banks = say("banks" if rules["banker"] == "dealer" else "you bank")
    out.print(say("against", cards=" ".join(analysis.cards), way=rules["house_way"], banks=banks) + ",")
    counted = "known" if analysis.dealer else "counted one" if analysis.dealer_hands == 1 else "counted"
    commission, hands = say.number(str(rules["commission"])), say.number(f"{analysis.dealer_hands:,}")
    out.print(say(counted, commission=commission, hands=hands))

    usual = TableRules().as_dict()
    stated = {name: rules[name] or "" for name in _OTHER_RULES if rules[name] != usual[name]}
    others = [f"{say(name)} {rule_word(value, lang)}" for name, value in stated.items()]
    others += [f"{say('dead')} {' '.join(analysis.dead)}"] * bool(analysis.dead)
    if others:
        out.print(", ".join(others))
    if analysis.dealer:
        high, low = " ".join(analysis.dealer.high.cards), " ".join(analysis.dealer.low.cards)
        out.print(say("dealer sets", high=high, low=low))
    table = plain_table("", *map(say, ("high", "low", "ev", "loss", "win", "pushes", "lose")), "", left=3)
    table.columns[0].justify, table.columns[-1].justify = "right", "left"
    for row in analysis.splits:
        percentages = (row.win_probability, row.push_probability, row.loss_probability)
        table.add_row(
            str(row.rank),
            " ".join(row.high.cards),
            " ".join(row.low.cards),
            say.number(f"{row.ev:+.6f}"),
            say.number(f"{row.ev_loss:.6f}"),
            *(say.number(f"{100 * share:.3f}") for share in percentages),
            say("foul") if row.foul else say("house") if row.is_house_way else "",
            style="dim" if row.foul else None,
        )
    out.print(table)
    out.print(say("house plays", low=" ".join(way.low), rank=way.rank, rule=way.rule))


@click.command()
@click.argument("cards", **CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@rule_options
@LANG
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, if they lie face up.")
@JSON
@named_faults
def grade(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Grade your own split of seven cards."""
    request = GradeRequest.read(given(cards, options))
    compile_first()
    graded = grade_split(request)
    told = f"{Frames(request.lang)(f'grade {graded.grade}')}: {graded.explanation}\n"
    click.echo(to_json(graded) if as_json else told, nl=False)


@click.command("value")
@click.argument("cards", **CARDS)
@rule_options
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@JSON
@named_faults
def value_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Tell what seven cards are worth before the dealer is seen."""
    request = ValueRequest.read(given(cards, options))
    compile_first()
    found = value_of(request)
    if as_json:
        click.echo(to_json(found), nl=False)
        return
    shares = (found.win_probability, found.push_probability, found.loss_probability)
    won, pushed, lost = (f"{100 * share:.3f} %" for share in shares)
    click.echo(f"{' '.join(found.cards)}: EV {found.ev:+.6f}; wins {won}, pushes {pushed}, loses {lost}")


@click.command("settle")
@click.argument("cards", **CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@click.option("--dealer", required=True, help="The dealer's seven cards.")
@rule_options
@LANG
@JSON
@named_faults
def settle_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Settle a bet against the dealer's hand, set by his house way."""
    bet = SettleRequest.read(given(cards, options))
    compile_first()
    settled = settle_bet(bet)
    if as_json:
        click.echo(to_json(settled), nl=False)
        return
    say = Frames(bet.lang)
    for who, choice in (("you", settled.player), ("dealer", settled.dealer)):
        names = f"{choice.high.name} / {choice.low.name}"
        click.echo(f"{say(who):8}{' '.join(choice.high.cards)} / {' '.join(choice.low.cards)}   {names}")
    for name, winner, copied in (
        ("high hand", settled.high_winner, settled.high_copy),
        ("low hand", settled.low_winner, settled.low_copy),
    ):
        copy = f", {say('copy')}" * copied
        click.echo(f"{say(name)}: {say(winner)}{copy}")
    why = f"{say('by foul')}, " if settled.foul else ""
    if settled.pushed_by_rule:
        why = f"{say('by rule', push=rule_word(bet.push, bet.lang))}, "
    net = say("net", net=say.number(settled.net), stake=say.number(settled.stake))
    click.echo(f"{why}{say(f'result {settled.result}')}: {net}")


@click.command("drill")
@click.option("--seed", help="The same seed gives the same drill.")
@click.option("--kind", type=Word(DRILL_KINDS), help="What the hand practises.  [default: any]")
@rule_options
@JSON
@named_faults
def drill_command(as_json: bool, **options: Any) -> None:
    """Give a hand worth practising; `paigow grade` has the answer."""
    request = DrillRequest.read({name: value for name, value in options.items() if value is not None})
    compile_first()
    found = drill(request, randbelow(1 << 32) if request.seed is None else request.seed)
    dealer = f"   against {' '.join(found.dealer)}" if found.dealer else ""
    told = f"{' '.join(found.cards)}{dealer}   ({found.kind}, seed {found.seed})\n"
    click.echo(to_json(found) if as_json else told, nl=False)


@click.command("deal")
@click.option("--seed", help="The same seed gives the same deal.")
@click.option("--players", help="Players besides the dealer, 1 to 6.  [default: 6]")
@rule_options
@LANG
@JSON
@named_faults
def deal_command(as_json: bool, **options: Any) -> None:
    """Deal a table, with the dice; with `--variant face-up`, also how the dealer sets his hand."""
    request = DealRequest.read({name: value for name, value in options.items() if value is not None})
    if request.dealer_is_seen:
        compile_first()
    dealt = deal_at_table(request, randbelow(1 << 32) if request.seed is None else request.seed)
    if as_json:
        click.echo(to_json(dealt), nl=False)
        return
    dice = " ".join(map(str, dealt.dice))
    click.echo(f"seed {dealt.seed}; dice {dice}: seat {dealt.first_seat} gets the first hand")
    for seat in dealt.seats:
        click.echo(f"{seat.seat}  {seat.who:10}hand {seat.hand}  {' '.join(seat.cards)}")
    if dealt.dealer:
        high, low = (" ".join(half.cards) for half in (dealt.dealer.high, dealt.dealer.low))
        click.echo(Frames(request.lang)("dealer sets", high=high, low=low))
    click.echo(f"discarded: {' '.join(dealt.discards)}")
