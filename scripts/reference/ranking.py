"""Reference figures of link prediction, by PyKEEN's RankBasedEvaluator on scores full of ties.

    python3 -m venv venv && venv/bin/pip install -r scripts/benchmarks/peers/requirements.txt
    venv/bin/python scripts/reference/ranking.py

writes test/fixtures/evaluation/ranking.json: triples, which of them are asked about, the score of every entity as the
answer to each question, and what PyKEEN makes of them, raw and filtered.
"""

import json
import random
from importlib.metadata import version
from pathlib import Path

import torch
from pykeen.evaluation import RankBasedEvaluator
from pykeen.evaluation.evaluator import create_sparse_positive_filter_, filter_scores_

FIXTURE = Path(__file__).parents[2] / "test" / "fixtures" / "evaluation" / "ranking.json"
ENTITIES, RELATIONS, KNOWN, ASKED = 24, 3, 90, 40

# Kindred's names of PyKEEN's figures, kinds of rank and targets.
FIGURES = {
    "mrr": "inverse_harmonic_mean_rank",
    "hits@1": "hits_at_1",
    "hits@3": "hits_at_3",
    "hits@10": "hits_at_10",
    "meanRank": "arithmetic_mean_rank",
    "amrr": "adjusted_inverse_harmonic_mean_rank",
}
KINDS = ["optimistic", "realistic", "pessimistic"]
TARGETS = {"heads": "head", "tails": "tail", "both": "both"}


def draw():
    """Distinct triples, and for each question that some of them ask, scores of few values."""
    random.seed(7)
    triples = set()
    while len(triples) < KNOWN:
        triples.add((random.randrange(ENTITIES), random.randrange(RELATIONS), random.randrange(ENTITIES)))
    known = random.sample(sorted(triples), KNOWN)
    asked = known[:ASKED]
    questions = [question(side, triple) for triple in asked for side in ("head", "tail")]
    # Sixteenths are exact in any precision.
    scores = {name: [random.randrange(-6, 7) / 16 for _ in range(ENTITIES)] for name in dict.fromkeys(questions)}
    return known, asked, scores


def question(known_side, triple):
    """Of (head, relation, ?) or (?, relation, tail): "head 3 1" knows entity 3 as the head of relation 1."""
    return f"{known_side} {triple[0] if known_side == 'head' else triple[2]} {triple[1]}"


def figures(known, asked, scores, filtered):
    evaluator = RankBasedEvaluator(filtered=filtered)
    batch, positives = torch.tensor(asked), torch.tensor(known)
    rows = torch.arange(len(asked))
    for target, column, known_side in [("head", 0, "tail"), ("tail", 2, "head")]:
        values = torch.tensor([scores[question(known_side, triple)] for triple in asked])
        truth = values[rows, batch[:, column]]
        if filtered:
            others, _ = create_sparse_positive_filter_(batch, positives, filter_col=column)
            values = filter_scores_(values, others)
            values[rows, batch[:, column]] = truth
        evaluator.process_scores_(batch, target, values, truth.unsqueeze(1))
    found = evaluator.finalize()
    return {
        name: {
            kind: {own: found.get_metric(f"{target}.{kind}.{theirs}") for own, theirs in FIGURES.items() if defined(own, kind)}
            for kind in KINDS
        }
        for name, target in TARGETS.items()
    }


def defined(figure, kind):
    """PyKEEN adjusts for chance by the expectation of realistic ranks alone."""
    return figure != "amrr" or kind == "realistic"


def main():
    known, asked, scores = draw()
    fixture = {
        "madeBy": f"PyKEEN {version('pykeen')}",
        "entities": ENTITIES,
        "known": [value for triple in known for value in triple],
        "asked": [value for triple in asked for value in triple],
        "scores": scores,
        "filtered": figures(known, asked, scores, True),
        "raw": figures(known, asked, scores, False),
    }
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in fixture.items())
    FIXTURE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
