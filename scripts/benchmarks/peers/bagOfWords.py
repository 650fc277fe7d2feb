"""BLP's bag of words with TransE trained in PyTorch, as the peer of `bagOfWords.mjs`: same tokens, triples and settings.

    bagOfWords.py WORK.json TABLE.safetensors

trains by the settings of BLP (Daza et al. 2021, sections 3 and 4.1): the mean of the vectors of a text's words, unit
length, L1 distance, margin loss over entities of the batch, and Adam. Batches and wrong answers are drawn by its own
generator. It answers the line "train" with {"best": {"step", "mrr", "hits@1", …}, "last": {…}, "wall", "cpu"}: filtered,
realistic figures of heads and tails of the test triples among all entities, by the weights that did best on the validation
triples and by the last.
"""

import json
import sys
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file

RANKED_AT_ONCE = 64


class BagOfWords(torch.nn.Module):
    def __init__(self, table, texts, relations):
        super().__init__()
        used = torch.tensor(sorted({word for text in texts for word in text}))
        # Rows that no text has never change: Adam leaves what has no gradient as it is.
        self.table = torch.nn.Parameter(table[used])
        place = {word: row for row, word in enumerate(used.tolist())}
        self.words = [torch.tensor([place[word] for word in text]) for text in texts]
        self.relations = torch.nn.Parameter(torch.nn.init.xavier_uniform_(torch.empty(relations, table.shape[1])))

    def vectors(self, rows):
        words = [self.words[row] for row in rows]
        offsets = torch.tensor([0] + [len(own) for own in words[:-1]]).cumsum(0)
        return F.normalize(F.embedding_bag(torch.cat(words), self.table, offsets, mode="mean"), dim=1)


def wrong_answers(batch, count, known, generator):
    """[B, count] places 0 … 2B − 1 of the batch's heads and tails, whether each replaces the tail, and whether it counts."""
    triples = len(batch)
    replaces_tail = torch.rand(triples, count, generator=generator) < 0.5
    drawn = torch.randint(2 * triples - 2, (triples, count), generator=generator)
    other = drawn // 2
    other = other + (other >= torch.arange(triples)[:, None])
    places = other + triples * (drawn % 2)
    entities = torch.cat([batch[:, 0], batch[:, 2]])[places]
    heads = torch.where(replaces_tail, batch[:, :1], entities)
    tails = torch.where(replaces_tail, entities, batch[:, 2:])
    relations = batch[:, 1:2].expand(-1, count)
    made = torch.stack([heads, relations, tails], -1).view(-1, 3).tolist()
    counts = torch.tensor([tuple(triple) not in known for triple in made]).view(triples, count)
    return places, replaces_tail, counts


def loss_of(model, batch, settings, known, generator):
    triples = len(batch)
    rows, inverse = torch.cat([batch[:, 0], batch[:, 2]]).unique(return_inverse=True)
    both = model.vectors(rows.tolist())[inverse]
    heads, tails = both[:triples], both[triples:]
    relations = model.relations[batch[:, 1]]
    places, replaces_tail, counts = wrong_answers(batch, settings["negatives"], known, generator)
    true = -(heads + relations - tails).abs().sum(-1)
    wrong = both[places]
    from_head = (heads + relations)[:, None] - wrong
    from_tail = wrong - (tails - relations)[:, None]
    false = -torch.where(replaces_tail[..., None], from_head, from_tail).abs().sum(-1)
    margin = (F.relu(settings["margin"] - true[:, None] + false) * counts).mean()
    norms = sum((part**2).mean() for part in (heads, tails, relations)) / 3
    return margin + settings["l2"] * norms


def figures(model, triples, answers, entities):
    """Filtered, realistic ranks of heads and tails of `triples` among all `entities`."""
    with torch.no_grad():
        vectors = model.vectors(range(entities))
        ranks = []
        for side, sign in ((2, 1), (0, -1)):
            for chosen in triples.split(RANKED_AT_ONCE):
                asked = vectors[chosen[:, 2 - side]] + sign * model.relations[chosen[:, 1]]
                scores = -torch.cdist(asked, vectors, p=1)
                true = scores.gather(1, chosen[:, side : side + 1]).clone()
                for row, triple in enumerate(chosen.tolist()):
                    scores[row, answers[side][triple[2 - side], triple[1]]] = -torch.inf
                # The true answer is among those taken out: it is behind the better ones, and equal to itself.
                better, equal = (scores > true).sum(1), (scores == true).sum(1)
                ranks.append(better + 1 + equal / 2)
        ranks = torch.cat(ranks)
    hits = {f"hits@{k}": (ranks <= k).double().mean().item() for k in (1, 3, 10)}
    return {"mrr": (1 / ranks.double()).mean().item(), **hits}


def answers_of(triples):
    known = {0: {}, 2: {}}
    for head, relation, tail in triples.tolist():
        known[2].setdefault((head, relation), []).append(tail)
        known[0].setdefault((tail, relation), []).append(head)
    return known


def main(work, table):
    with open(work) as file:
        given = json.load(file)
    settings = given["settings"]
    train, valid, test = (torch.tensor(given["triples"][part]).view(-1, 3) for part in ("train", "valid", "test"))
    torch.manual_seed(settings["seed"])
    generator = torch.Generator().manual_seed(settings["seed"])
    table = load_file(table)["table"]
    model = BagOfWords(table, given["texts"], given["relations"])
    adam = torch.optim.Adam(model.parameters(), lr=settings["learningRate"], fused=True)
    known = {tuple(triple) for triple in torch.cat([train, valid]).tolist()}
    seen = answers_of(torch.cat([train, valid]))
    sample = valid[torch.randperm(len(valid), generator=generator)[: settings["validationTriples"]]]
    sys.stdin.readline()

    wall, cpu = time.perf_counter(), time.process_time()
    steps, batches = settings["steps"], -(-len(train) // settings["batchSize"])
    best, order = None, None
    for step in range(steps):
        if step % batches == 0:
            order = torch.randperm(len(train), generator=generator).tensor_split(batches)
        adam.zero_grad()
        loss = loss_of(model, train[order[step % batches]], settings, known, generator)
        loss.backward()
        adam.step()
        if (step + 1) % settings["every"] == 0 or step + 1 == steps:
            mrr = figures(model, sample, seen, given["candidates"])["mrr"]
            print(f"step {step + 1} of {steps}: loss {loss.item():.4f}, validation MRR {mrr:.3f}", file=sys.stderr, flush=True)
            if best is None or mrr > best[0]:
                best = (mrr, step + 1, {name: value.clone() for name, value in model.state_dict().items()})
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    answers = answers_of(torch.cat([train, valid, test]))
    last = {"step": steps, **figures(model, test, answers, len(given["texts"]))}
    model.load_state_dict(best[2])
    found = {"step": best[1], **figures(model, test, answers, len(given["texts"]))}
    print(json.dumps({"best": found, "last": last, "wall": wall, "cpu": cpu}), flush=True)


main(*sys.argv[1:])
