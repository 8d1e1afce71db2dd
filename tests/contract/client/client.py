"""Asks a running service through `paigow_client`, which openapi-python-client makes of the contract."""

from __future__ import annotations

import os

from paigow_client import Client
from paigow_client.api.house_ways import show_house_way, split_by_house_way
from paigow_client.api.service import contract_yaml, readyz, show_problem
from paigow_client.api.splits import get_splits, get_value, post_batch, post_splits, post_value
from paigow_client.api.trainer import get_deal, get_drill, get_grade, get_side_bets, post_grade, post_settle
from paigow_client.models import (
    Analysis,
    BatchRequest,
    Code,
    Deal,
    Drill,
    DrillKind,
    Grade,
    GradeGrade,
    GradeRequest,
    HouseWay,
    Problem,
    ReadyzResponse200,
    Setting,
    Settlement,
    SettlementResult,
    SettleRequest,
    ShowProblemResponse200,
    SideBets,
    SplitsRequest,
    Value,
    ValueRequest,
    Variant,
)

HAND = "Jk As Qs Qh Qd 7s 2s"
WAY = "trump-plaza"
api = Client(os.environ.get("PAIGOW_URL", "http://127.0.0.1:8000"), raise_on_unexpected_status=True)

best = get_splits.sync(client=api, cards=HAND, house_way=WAY, limit=1)
assert isinstance(best, Analysis)
assert best.splits[0].wins == 52_494_721
assert best.dealer is None
assert post_splits.sync(client=api, body=SplitsRequest(HAND.split(), house_way=WAY, limit=1)) == best

# A default that the client sent unasked would win over the variant's.
ez = get_splits.sync(client=api, cards=HAND, variant=Variant.EZ)
assert isinstance(ez, Analysis)
assert (ez.rules.commission, ez.rules.push) == ("0", "queen-high")

batch = post_batch.sync(client=api, body=BatchRequest([SplitsRequest(HAND), SplitsRequest("Xh")], house_way=WAY))
hand, fault = batch.results
assert isinstance(hand, Analysis)
assert hand.splits[0].wins == 52_494_721
assert isinstance(fault, Problem)
assert fault.code is Code.INVALID_CARD

value = get_value.sync(client=api, cards="7s 7h 6s 6h 5d 4c 3s", variant=Variant.FACE_UP)
assert isinstance(value, Value)
assert (value.wins, value.losses) == (9_812_435, 483_351)
assert post_value.sync(client=api, body=ValueRequest("7s 7h 6s 6h 5d 4c 3s", variant=Variant.FACE_UP)) == value

graded = get_grade.sync(client=api, cards=HAND, low="Jk As", house_way=WAY)
assert isinstance(graded, Grade)
assert graded.grade is GradeGrade.MISTAKE
foul = post_grade.sync(client=api, body=GradeRequest("Ks Kd Qc 9h 7s 4d 2c", ["Ks", "Kd"]))
assert isinstance(foul, Grade)
assert foul.grade is GradeGrade.FOUL

bet = SettleRequest("Ks Kd Qc 9h 7s 4d 2c", "Qc 9h", "Jk Jd Tc 8h 6s 5d 3c", stake="13")
settled = post_settle.sync(client=api, body=bet)
assert isinstance(settled, Settlement)
assert (settled.result, settled.net) == (SettlementResult.WIN, "12.35")

drill = get_drill.sync(client=api, seed=1, kind=DrillKind.JOKER)
assert isinstance(drill, Drill)
assert drill.cards[0] == "Jk"
deal = get_deal.sync(client=api, seed=7, players=2)
assert isinstance(deal, Deal)
assert deal.dice == [3, 5, 1]

bets = get_side_bets.sync(client=api, cards=HAND, bet="fortune")
assert isinstance(bets, SideBets)
assert bets.side_bets[0].hands == 154_143_080

way = show_house_way.sync("foxwoods", client=api)
assert isinstance(way, HouseWay)
assert way.whole_game.player_optimal.wins == 2_413_281_033_617_680
setting = split_by_house_way.sync(WAY, client=api, cards="Ks Kh 8c 8d 3h 3s 2c")
assert isinstance(setting, Setting)
assert setting.low.cards == ["Ks", "Kh"]

problem = show_problem.sync(Code.INVALID_CARD, client=api)
assert isinstance(problem, ShowProblemResponse200)
assert problem.status == 400
ready = readyz.sync(client=api)
assert isinstance(ready, ReadyzResponse200)
assert WAY in ready.house_ways
assert contract_yaml.sync_detailed(client=api).content.startswith(b"openapi: 3.1")

refused = get_splits.sync_detailed(client=api, cards="Xh")
assert refused.status_code == 400
assert isinstance(refused.parsed, Problem)
assert refused.parsed.code is Code.INVALID_CARD
unknown = show_house_way.sync("nowhere", client=api)
assert isinstance(unknown, Problem)
assert unknown.code is Code.UNKNOWN_HOUSE_WAY

print("the generated client reads what the service answers")
