"""The training step in PyTorch, eager, as the peer of `training.mjs`: same weights, batches, products and losses.

    training.py START.safetensors WORK.json

answers each line {"precision", "work", "steps"} on standard input with {"wall", "cpu", "losses"}: milliseconds of all
steps together, the processor's over all threads. Every pair of precision and work has its own weights. What is quick in
PyTorch is used: one product for queries, keys and values, scaled_dot_product_attention, fused layer norm and Adam.
"""

import json
import sys
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file


class Model(torch.nn.Module):
    """BERT without dropout, `[CLS]` projected, and TransE; names with dots become names with underscores."""

    def __init__(self, weights, layers, heads, epsilon):
        super().__init__()
        self.layers, self.heads, self.epsilon = layers, heads, epsilon
        for name, weight in with_joined_attention(weights, layers).items():
            self.register_parameter(name.replace(".", "_"), torch.nn.Parameter(weight))

    def get(self, name):
        return getattr(self, name.replace(".", "_"))

    def linear(self, x, name):
        return F.linear(x, self.get(f"{name}.weight"), self.get(f"{name}.bias"))

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.get(f"{name}.weight"), self.get(f"{name}.bias"), self.epsilon)

    def embed(self, ids, mask):
        rows, length = ids.shape
        places = self.get("embeddings.position_embeddings.weight")[:length]
        words = F.embedding(ids, self.get("embeddings.word_embeddings.weight"))
        type = self.get("embeddings.token_type_embeddings.weight")[0]
        states = self.norm(words + (places + type), "embeddings.LayerNorm")
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}"
            qkv = self.linear(states, f"{name}.attention.self").view(rows, length, 3, self.heads, -1)
            q, k, v = qkv.permute(2, 0, 3, 1, 4)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
            context = context.transpose(1, 2).reshape(rows, length, -1)
            if layer == self.layers - 1:  # only [CLS] is read: as in Kindred, the rest of the layer is for it alone
                context, states = context[:, 0], states[:, 0]
            states = self.norm(
                self.linear(context, f"{name}.attention.output.dense") + states, f"{name}.attention.output.LayerNorm"
            )
            inner = F.gelu(self.linear(states, f"{name}.intermediate.dense"))
            states = self.norm(self.linear(inner, f"{name}.output.dense") + states, f"{name}.output.LayerNorm")
        return F.linear(states, self.get("projection.weight"))

    def loss(self, batch, margin):
        vectors = F.normalize(self.embed(batch["ids"], batch["mask"]).float(), dim=-1)
        heads, tails = vectors[batch["heads"]], vectors[batch["tails"]]
        relations = F.embedding(batch["relations"], self.get("relation.vectors"))
        queries = torch.cat([heads + relations, tails - relations])
        positive = -distance(queries[: len(tails)], tails)
        negative = -distance(queries[batch["queries"]], vectors[batch["candidates"]])
        violations = F.relu(margin + negative.view(len(tails), -1) - positive.unsqueeze(1))
        weights = batch["weights"].view_as(violations)
        return (violations * weights).sum() / weights.sum().clamp(min=1)


def distance(a, b):
    return torch.linalg.vector_norm(a - b, ord=1, dim=-1)


def with_joined_attention(weights, layers):
    """One matrix for queries, keys and values in place of three."""
    joined = dict(weights)
    for layer in range(layers):
        own = f"encoder.layer.{layer}.attention.self"
        for kind in ["weight", "bias"]:
            joined[f"{own}.{kind}"] = torch.cat([joined.pop(f"{own}.{part}.{kind}") for part in ["query", "key", "value"]])
    return joined


def tensors(batch):
    rows, length = batch["rows"], batch["length"]
    lengths = torch.tensor(batch["lengths"])
    own = torch.arange(length) < lengths.unsqueeze(1)
    names = ["heads", "tails", "relations", "queries", "candidates"]
    return {
        "ids": torch.tensor(batch["ids"]).view(rows, length),
        "mask": None if bool(own.all()) else own.view(rows, 1, 1, length),
        "weights": torch.tensor(batch["weights"], dtype=torch.float32),
        **{name: torch.tensor(batch[name]) for name in names},
    }


class Run:
    """Weights in training on a list of batches, over and over."""

    def __init__(self, start, settings, batches, precision):
        self.model = Model(start, settings["layers"], settings["heads"], settings["epsilon"])
        self.adam = torch.optim.Adam(self.model.parameters(), lr=settings["learningRate"], fused=True)
        self.margin, self.batches, self.precision, self.steps = settings["margin"], batches, precision, 0

    def step(self):
        batch = self.batches[self.steps % len(self.batches)]
        self.steps += 1
        self.adam.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.precision == "bfloat16"):
            loss = self.model.loss(batch, self.margin)
        loss.backward()
        self.adam.step()
        return loss.item()


def main(start, work):
    start = load_file(start)
    with open(work) as file:
        work = json.load(file)
    batches = {name: [tensors(batch) for batch in own] for name, own in work["batches"].items()}
    runs = {}
    for line in sys.stdin:
        asked = json.loads(line)
        key = (asked["precision"], asked["work"])
        if key not in runs:
            runs[key] = Run({name: weight.clone() for name, weight in start.items()}, work["settings"], batches[asked["work"]], asked["precision"])
        wall, cpu = time.perf_counter(), time.process_time()
        losses = [runs[key].step() for _ in range(asked["steps"])]
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(json.dumps({"wall": 1000 * wall, "cpu": 1000 * cpu, "losses": losses}), flush=True)


main(*sys.argv[1:])
