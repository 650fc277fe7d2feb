"""Reference outputs of the BLP paper's baselines KG-BERT and KEPLER on the tiny BERT, computed with PyTorch.

    python3 -m venv venv && venv/bin/pip install torch transformers safetensors
    venv/bin/python scripts/reference/baselines.py

reads test/fixtures/encoders/tiny-bert (see encoders.py) and writes beside it: the logits that a cross-encoder gives to
triples, with their binary cross-entropy (kg-bert.json), and the loss of guessing masked tokens with a head of random
weights (masked-language.json, masked-language.safetensors); both with all gradients in brief.
"""

import json
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertForMaskedLM, BertModel, BertTokenizerFast

FIXTURES = Path(__file__).parents[2] / "test" / "fixtures" / "encoders"
TINY = FIXTURES / "tiny-bert"
MAX_LENGTH = 16

# The last two do not fit: the longest of the three texts is cut.
TRIPLES = [
    ("dog", "is an", "animal"),
    ("a small mobile telephone", "of the", "house"),
    ("cat: a young animal, of the tree and of the house, small", "is", "large animal"),
    ("fire", "and", "water, earth and air: the large tree and the small animal"),
]
LABELS = [1.0, 0.0, 1.0, 0.0]

TEXTS = ["a small mobile telephone", "the tree and the house: fire!", "dog"]
# (text, token, what stands there instead): masked, replaced by a random token, left as it is.
HIDDEN = [(0, 2, "[MASK]"), (0, 4, "water"), (1, 1, None), (1, 5, "[MASK]"), (2, 1, "[MASK]")]


def encoder_weights():
    stored = load_file(TINY / "model.safetensors")
    return {
        name.removeprefix("bert."): tensor.float()
        for name, tensor in stored.items()
        if name.startswith("bert.") and "pooler" not in name and "position_ids" not in name
    }


def padded(rows):
    ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
    mask = torch.nn.utils.rnn.pad_sequence([torch.ones(len(row)) for row in rows], batch_first=True)
    return ids, mask


def summary(gradient):
    flat = gradient.flatten()
    return {"norm": flat.double().norm().item(), "first": flat[:6].tolist()}


def kg_bert(config, tokenizer):
    model = BertModel(config, add_pooling_layer=False).eval()
    model.load_state_dict(encoder_weights())
    projection = torch.cos(torch.arange(config.hidden_size).float()).requires_grad_()

    rows, types = [], []
    for triple in TRIPLES:
        parts = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in triple]
        while sum(map(len, parts)) > MAX_LENGTH - 4:
            max(parts, key=len).pop()
        ids, segments = [tokenizer.cls_token_id], [0]
        for place, part in enumerate(parts):
            ids += part + [tokenizer.sep_token_id]
            segments += [place % 2] * (len(part) + 1)
        rows.append(ids)
        types.append(segments)

    ids, mask = padded(rows)
    segments, _ = padded(types)
    states = model(input_ids=ids, attention_mask=mask, token_type_ids=segments).last_hidden_state
    logits = states[:, 0] @ projection
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, torch.tensor(LABELS))
    loss.backward()
    gradients = {name: summary(parameter.grad) for name, parameter in model.named_parameters()}
    write_json("kg-bert.json", {
        "maxLength": MAX_LENGTH,
        "triples": TRIPLES,
        "labels": LABELS,
        "projection": projection.tolist(),
        "ids": rows,
        "types": types,
        "logits": logits.tolist(),
        "loss": loss.item(),
        "gradients": {**gradients, "projection.weight": summary(projection.grad)},
    })


def masked_language(config, tokenizer):
    torch.manual_seed(11)
    model = BertForMaskedLM(config).eval()
    model.bert.load_state_dict(encoder_weights())
    head = {name: tensor for name, tensor in model.named_parameters() if name.startswith("cls.")}
    with torch.no_grad():
        head["cls.predictions.bias"].normal_(0, 0.5)
    save_file({name: tensor.detach().clone() for name, tensor in head.items()}, FIXTURES / "masked-language.safetensors")

    rows = [tokenizer(text)["input_ids"] for text in TEXTS]
    shown, labels = [list(row) for row in rows], [[-100] * len(row) for row in rows]
    for text, token, instead in HIDDEN:
        labels[text][token] = rows[text][token]
        if instead:
            shown[text][token] = tokenizer.convert_tokens_to_ids(instead)
    ids, mask = padded(shown)
    targets = torch.nn.utils.rnn.pad_sequence(
        [torch.tensor(row) for row in labels], batch_first=True, padding_value=-100
    )
    loss = model(input_ids=ids, attention_mask=mask, labels=targets).loss
    loss.backward()
    write_json("masked-language.json", {
        "ids": shown,
        "hidden": [[text, token, rows[text][token]] for text, token, _ in HIDDEN],
        "loss": loss.item(),
        "gradients": {
            name.removeprefix("bert."): summary(parameter.grad) for name, parameter in model.named_parameters()
        },
    })


def write_json(name, value):
    lines = (f"{json.dumps(key)}: {json.dumps(item, ensure_ascii=False)}" for key, item in value.items())
    (FIXTURES / name).write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    tiny = BertConfig.from_pretrained(TINY, attn_implementation="eager")
    words = BertTokenizerFast(tokenizer_file=str(TINY / "tokenizer.json"), do_lower_case=True)
    kg_bert(tiny, words)
    masked_language(tiny, words)
