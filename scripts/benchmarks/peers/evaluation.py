"""Link prediction evaluated by PyKEEN's RankBasedEvaluator, as the peer of `evaluation.mjs`: same vectors and triples.

    evaluation.py VECTORS.safetensors TRIPLES.json

answers each line {"model", "triples"} on standard input with {"wall", "cpu", "mrr"}: milliseconds, the processor's over
all threads, and the filtered MRR with realistic ranks of heads and tails of the first so many test triples.
"""

import json
import logging
import sys
import time

import torch
from pykeen.evaluation import RankBasedEvaluator
from pykeen.models import DistMult, TransE
from pykeen.nn.init import PretrainedInitializer
from pykeen.triples import CoreTriplesFactory
from safetensors.torch import load_file

MODELS = {"transe": (TransE, {"scoring_fct_norm": 1}), "distmult": (DistMult, {"regularizer": None})}

# As quick as more, in 3 GB; fewer are slower.
BATCH = 64


def main(vectors, triples):
    logging.disable(logging.WARNING)
    vectors = load_file(vectors)
    with open(triples) as file:
        parts = {name: torch.tensor(rows).view(-1, 3) for name, rows in json.load(file).items()}
    entities, relations = vectors["entities"], vectors["relations"]
    factory = CoreTriplesFactory.create(parts["train"], len(entities), len(relations))
    for line in sys.stdin:
        asked = json.loads(line)
        kind, options = MODELS[asked["model"]]
        model = kind(
            triples_factory=factory,
            embedding_dim=entities.shape[1],
            entity_initializer=PretrainedInitializer(entities),
            relation_initializer=PretrainedInitializer(relations),
            **options,
        )
        # Its constraints are for training; the vectors stay as they were given.
        model.eval()
        wall, cpu = time.perf_counter(), time.process_time()
        found = RankBasedEvaluator().evaluate(
            model,
            parts["test"][: asked["triples"]],
            batch_size=asked.get("batch", BATCH),
            additional_filter_triples=[parts["train"], parts["valid"], parts["test"]],
            use_tqdm=False,
        )
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        mrr = found.get_metric("both.realistic.inverse_harmonic_mean_rank")
        print(json.dumps({"wall": 1000 * wall, "cpu": 1000 * cpu, "mrr": mrr}), flush=True)


main(*sys.argv[1:])
