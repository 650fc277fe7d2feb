"""Reference outputs of the encoders, computed with PyTorch and Hugging Face transformers.

    python3 -m venv venv && venv/bin/pip install torch transformers safetensors pyarrow
    venv/bin/python scripts/reference/encoders.py FOLDER_OF_ALL_MINILM_L6_V2

writes test/fixtures/encoders: what all-MiniLM-L6-v2 makes of some sentences (token ids, token states, pooled vectors,
gradients in brief); a tiny BERT of random weights, saved with a task's head in half precision, with its outputs; some
words with random vectors; and what a bag of words and DKRL's network make of the tiny BERT's word pieces and of those
words, with gradients.
"""

import json
import sys
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification, BertModel, BertTokenizerFast

FIXTURES = Path(__file__).parents[2] / "test" / "fixtures" / "encoders"
MAX_LENGTH = 32

SENTENCES = [
    "dog",
    "smartphone: a mobile telephone that runs programs and connects to the internet",
    "kombucha: a slightly sour, fizzy drink made by fermenting sweet tea",
    "whale: any of the larger cetacean mammals having a streamlined body and breathing through a blowhole on the head",
    "It isn't over, is it?",
    "Zürich: the largest city of Switzerland, in the north of the country",
    "東京 is the capital of Japan",
    "run",
    "photosynthesis: synthesis of compounds with the aid of radiant energy (especially in plants)",
    "antidisestablishmentarianism: opposition to the disestablishment of the Church of England",
    "x86: a family of instruction sets, first used by the 8086 in 1978 & still used in 2020s PCs (64-bit since 2003)",
    "entity: that which is perceived or known or inferred to have its own distinct existence (living or nonliving)",
]
# Token states are kept for these alone, to keep the file small.
WITH_STATES = [0, 1, 4, 6]


def outputs(model, ids):
    states = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
    return states, states[0], states.mean(0)


def summary(gradient):
    flat = gradient.flatten()
    return {"norm": flat.double().norm().item(), "first": flat[:6].tolist()}


def minilm(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = BertModel.from_pretrained(folder, attn_implementation="eager", add_pooling_layer=False).float().eval()
    ids = [tokenizer(text, truncation=True, max_length=MAX_LENGTH)["input_ids"] for text in SENTENCES]
    tensors = {}
    with torch.no_grad():
        found = [outputs(model, row) for row in ids]
    for index in WITH_STATES:
        tensors[f"states.{index}"] = found[index][0].contiguous()
    tensors["cls"] = torch.stack([cls for _, cls, _ in found])
    tensors["mean"] = torch.stack([mean for _, _, mean in found])
    save_file(tensors, FIXTURES / "minilm.safetensors")

    # Gradients of the sum over a batch of (mean over the vector's values of tanh), mean pooling, padding and all.
    model.zero_grad()
    padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in ids], batch_first=True)
    mask = torch.nn.utils.rnn.pad_sequence([torch.ones(len(row)) for row in ids], batch_first=True)
    states = model(input_ids=padded, attention_mask=mask).last_hidden_state
    pooled = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    torch.tanh(pooled).mean(1).sum().backward()
    gradients = {name: summary(parameter.grad) for name, parameter in model.named_parameters()}

    write_json("minilm.json", {
        "maxLength": MAX_LENGTH,
        "sentences": SENTENCES,
        "ids": ids,
        "withStates": WITH_STATES,
        "gradients": gradients,
    })


def tiny():
    folder = FIXTURES / "tiny-bert"
    folder.mkdir(exist_ok=True)
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = "dog cat tree house mobile telephone of the a and water fire earth air small large young animal".split()
    vocabulary = marks + list(letters) + [f"##{letter}" for letter in letters] + [w for w in words if len(w) > 1] + [
        "[", "]", ",", ".", ":", "'", "!", "?", "(", ")", "-"
    ]
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    tokenizer = BertTokenizerFast(str(folder / "vocab.txt"), do_lower_case=True)
    (folder / "vocab.txt").unlink()
    (folder / "tokenizer.json").write_text(tokenizer.backend_tokenizer.to_str(pretty=False))

    torch.manual_seed(5)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40,
        max_position_embeddings=48, layer_norm_eps=1e-5, initializer_range=0.5,
    )
    head = BertForSequenceClassification(config)
    half = {name: tensor.bfloat16().contiguous() for name, tensor in head.state_dict().items()}
    half["bert.embeddings.LayerNorm.bias"] = half["bert.embeddings.LayerNorm.bias"].half()
    half["bert.embeddings.position_ids"] = torch.arange(48)[None]
    save_file(half, folder / "model.safetensors")
    shown = {key: value for key, value in config.to_dict().items() if key in {
        "model_type", "vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
        "max_position_embeddings", "type_vocab_size", "layer_norm_eps", "hidden_act",
    }}
    (folder / "config.json").write_text(json.dumps(shown, indent=2) + "\n")

    model = BertModel(config, add_pooling_layer=False).float().eval()
    stored = load_file(folder / "model.safetensors")
    model.load_state_dict({
        name.removeprefix("bert."): tensor.float()
        for name, tensor in stored.items()
        if name.startswith("bert.") and "pooler" not in name and "position_ids" not in name
    })
    texts = ["dog", "a small mobile telephone", "the tree and the house: fire!", "young cat (animal)"]
    ids = [tokenizer(text)["input_ids"] for text in texts]
    with torch.no_grad():
        found = [outputs(model, row) for row in ids]
    write_json("tiny-bert.json", {
        "texts": texts,
        "ids": ids,
        "cls": [cls.tolist() for _, cls, _ in found],
        "mean": [mean.tolist() for _, _, mean in found],
    })


def words():
    """Word vectors in GloVe's text format, and the same as a NumPy matrix, column by column, with a table of words."""
    known = (
        "the of a and , . 's dog cat tree house mobile telephone water fire earth air small large young animal "
        "x-ray at&t o'clock 1,000 zürich 東京 u.s 7 é"
    ).split()
    vectors = torch.randn(len(known), 8, generator=torch.Generator().manual_seed(3))
    lines = [" ".join([word, *(f"{value:.5g}" for value in row)]) for word, row in zip(known, vectors.tolist())]
    (FIXTURES / "tiny-words.txt").write_text("\n".join(lines) + "\n")
    folder = FIXTURES / "tiny-words"
    folder.mkdir(exist_ok=True)
    values = [[float(value) for value in line.split(" ")[1:]] for line in lines]
    numpy.save(folder / "vectors.npy", numpy.asfortranarray(values, dtype="<f4"))
    pyarrow.parquet.write_table(pyarrow.table({"word": known}), folder / "words.parquet", compression="snappy")


class Dkrl(torch.nn.Module):
    """Xie et al. 2016 as BLP has it; a window that the text does not fill counts as far as the text reaches."""

    def __init__(self, embeddings, dimension):
        super().__init__()
        self.embeddings = torch.nn.Embedding.from_pretrained(embeddings, freeze=False)
        self.first = torch.nn.Conv1d(embeddings.shape[1], dimension, kernel_size=2)
        self.second = torch.nn.Conv1d(dimension, dimension, kernel_size=2)
        self.pool = torch.nn.MaxPool1d(4, ceil_mode=True)

    def forward(self, ids):
        ended = torch.nn.functional.pad
        states = self.first(ended(self.embeddings(ids).T[None], (0, 1)))
        pooled = torch.tanh(self.pool(states))
        return torch.tanh(self.second(ended(pooled, (0, 1))).mean(2))[0]


def over_words(embeddings, dimension, rows):
    """What both encoders make of lists of rows, and the gradients of the sum of all tanh(values)."""
    torch.manual_seed(11)
    dkrl = Dkrl(embeddings.clone(), dimension)
    bag = torch.nn.EmbeddingBag.from_pretrained(embeddings.clone(), mode="mean", freeze=False)
    found = {}
    for name, vectors in {
        "dkrl": torch.stack([dkrl(torch.tensor(ids)) for ids in rows]),
        "bow": torch.cat([bag(torch.tensor([ids])) for ids in rows]),
    }.items():
        torch.tanh(vectors).sum().backward()
        found[name] = brief(vectors)
    # A convolution is stored [width, in, out] in Kindred.
    weights = {
        f"cnn.{name}.{part}": value
        for name, layer in {"first": dkrl.first, "second": dkrl.second}.items()
        for part, value in {"weight": layer.weight, "bias": layer.bias}.items()
    }
    stored = lambda value: brief(value.permute(2, 1, 0) if value.dim() == 3 else value)
    used = sorted(set(sum(rows, [])))
    return {
        "ids": rows,
        "used": used,
        "weights": {name: stored(value) for name, value in weights.items()},
        "vectors": found,
        "gradients": {
            "bow": {"table": brief(bag.weight.grad[used])},
            "dkrl": {
                "table": brief(dkrl.embeddings.weight.grad[used]),
                **{name: stored(value.grad) for name, value in weights.items()},
            },
        },
    }


def brief(tensor):
    """Seven digits are what float32 holds."""
    if tensor.dim() > 0:
        return [brief(part) for part in tensor]
    return float(f"{tensor.item():.7g}")


def word_encoders():
    """Texts of every length around DKRL's window; a word that is not known has the mean of all vectors."""
    lines = [line.split(" ") for line in (FIXTURES / "tiny-words.txt").read_text().splitlines()]
    vectors = torch.tensor([[float(value) for value in values] for _, *values in lines])
    row_of = {word: row for row, (word, *_) in enumerate(lines, start=1)}
    texts = [
        "dog", "small cat", "young animal house", "fire water earth air", "the dog of the house", "kombucha",
        "Large TREE and kombucha", "mobile telephone water fire earth air small large young animal dog",
        "1,000 x-ray o'clock at&t zürich", "dog cat tree house mobile telephone water fire earth",
    ]
    dropped = {"the", "of", "and"}
    glove = [[row_of.get(word, 0) for word in text.lower().split() if word not in dropped] for text in texts]
    pieces = load_file(FIXTURES / "tiny-bert" / "model.safetensors")["bert.embeddings.word_embeddings.weight"].float()
    bert = [[(i * 5 + length) % 40 for i in range(length + 1)] for length in range(11)]
    write_json("word-encoders.json", {
        "texts": texts,
        "glove": over_words(torch.cat([vectors.mean(0, keepdim=True), vectors]), 6, glove),
        "bert": over_words(pieces, 6, bert),
    })


def write_json(name, value):
    lines = (f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())
    (FIXTURES / name).write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    FIXTURES.mkdir(parents=True, exist_ok=True)
    minilm(sys.argv[1])
    tiny()
    words()
    word_encoders()
