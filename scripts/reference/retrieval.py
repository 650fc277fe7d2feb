"""Reference figures of retrieval, by trec_eval on rankings full of ties, and of paired t-tests, by SciPy.

    python3 -m venv venv && venv/bin/pip install pytrec-eval-terrier scipy
    venv/bin/python scripts/reference/retrieval.py

writes test/fixtures/metrics/retrieval.json: judgments, a run, what trec_eval makes of each query; and pairs of lists with
what SciPy says of their difference.
"""

import json
import random
from importlib.metadata import version
from pathlib import Path

from scipy.stats import ttest_rel

from trec_figures import TrecFigures

FIXTURE = Path(__file__).parents[2] / "test" / "fixtures" / "metrics" / "retrieval.json"


def main():
    random.seed(3)
    qrels, run = {}, {}
    for query in (f"q{i}" for i in range(30)):
        documents = [f"d{i}" for i in range(random.choice([3, 20, 200]))]
        judged = random.sample(documents, k=max(1, len(documents) // 2))
        qrels[query] = {document: random.choice([-1, 0, 0, 0, 1, 2]) for document in judged}
        ranked = random.sample(documents, k=max(1, len(documents) * 2 // 3))
        run[query] = {document: random.randrange(8) / 4 for document in ranked}
    figures = TrecFigures(qrels).of(run)

    pairs = []
    for n in (2, 3, 10, 100, 467):
        for effect in (0, 0.02, 0.5):
            a = [random.random() for _ in range(n)]
            b = [value + random.gauss(effect, 0.1) for value in a]
            test = ttest_rel(b, a)
            pairs.append({"a": a, "b": b, "t": float(test.statistic), "p": float(test.pvalue)})

    by = f"pytrec-eval-terrier {version('pytrec-eval-terrier')}, scipy {version('scipy')}"
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps({"by": by, "qrels": qrels, "run": run, "figures": figures, "tTests": pairs}) + "\n")


main()
