"""What trec_eval makes of a run: for each judged query NDCG at 10 and 100, average precision, P@10, reciprocal rank."""

import json
import sys
from pathlib import Path

import pytrec_eval

sys.path.append(str(Path(__file__).parents[2] / "reference"))
from trec_figures import TrecFigures  # noqa: E402


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        figures = TrecFigures(pytrec_eval.parse_qrel(file))
    for line in sys.stdin:
        with open(json.loads(line), encoding="utf-8") as file:
            print(json.dumps(figures.of(pytrec_eval.parse_run(file))), flush=True)


if __name__ == "__main__":
    main()
