"""trec_eval's figures of rankings, by the names that Kindred has for them."""

import pytrec_eval

NAMES = {
    "ndcg@10": "ndcg_cut_10",
    "ndcg@100": "ndcg_cut_100",
    "map": "map",
    "p@10": "P_10",
    "mrr": "recip_rank",
}


class TrecFigures:
    def __init__(self, qrels):
        self.evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10,100", "map", "P.10", "recip_rank"})

    def of(self, run):
        """Figures of each judged query of the run."""
        found = self.evaluator.evaluate(run)
        return {query: {name: own[theirs] for name, theirs in NAMES.items()} for query, own in found.items()}
