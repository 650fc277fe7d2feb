"""What trec_eval makes of a run: for each judged query NDCG at 10 and 100, average precision, P@10, reciprocal rank."""

import json
import sys

import pytrec_eval

# Kindred's names of trec_eval's figures.
FIGURES = {
    "ndcg@10": "ndcg_cut_10",
    "ndcg@100": "ndcg_cut_100",
    "map": "map",
    "p@10": "P_10",
    "mrr": "recip_rank",
}


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        judgments = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(judgments, {"ndcg_cut.10,100", "map", "P.10", "recip_rank"})
    for line in sys.stdin:
        with open(json.loads(line), encoding="utf-8") as file:
            found = evaluator.evaluate(pytrec_eval.parse_run(file))
        figures = {
            query: {name: own[theirs] for name, theirs in FIGURES.items()} for query, own in found.items()
        }
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
