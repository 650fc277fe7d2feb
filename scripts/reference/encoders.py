"""Reference outputs of BERT encoders, computed with PyTorch and Hugging Face transformers.

    python3 -m venv venv && venv/bin/pip install torch transformers safetensors
    venv/bin/python scripts/reference/encoders.py FOLDER_OF_ALL_MINILM_L6_V2

writes test/fixtures/encoders: what all-MiniLM-L6-v2 makes of some sentences (token ids, token states, pooled vectors,
gradients in brief), and a tiny BERT of random weights, saved with a task's head in half precision, with its outputs.
"""

import json
import sys
from pathlib import Path

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


def write_json(name, value):
    lines = (f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())
    (FIXTURES / name).write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    FIXTURES.mkdir(parents=True, exist_ok=True)
    minilm(sys.argv[1])
    tiny()
