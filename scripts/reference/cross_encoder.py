"""A cross-encoder small enough for a test, in the form that transformers.js reads, and its scores by NumPy.

    python3 -m venv venv && venv/bin/pip install onnx numpy tokenizers
    venv/bin/python scripts/reference/cross_encoder.py

writes test/fixtures/encoders/tiny-cross-encoder: the tokenizer of the tiny BERT beside it, and a network that adds up
random vectors of the query's tokens and of the text's, and takes their product.
"""

import json
import shutil
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

FIXTURES = Path(__file__).parents[2] / "test" / "fixtures" / "encoders"
TARGET = FIXTURES / "tiny-cross-encoder"
WIDTH = 6
QUERIES = ["small dog", "the fire of the house"]
TEXTS = ["small dog", "a large cat in a tree: the animal", "telephone", "the mobile telephone of the earth"]


def main() -> None:
    (TARGET / "onnx").mkdir(parents=True, exist_ok=True)
    base = FIXTURES / "tiny-bert"
    shutil.copy(base / "tokenizer.json", TARGET / "tokenizer.json")
    size = json.loads((base / "config.json").read_text())["vocab_size"]
    config = {
        "model_type": "bert",
        "architectures": ["BertForSequenceClassification"],
        "vocab_size": size,
        "id2label": {"0": "LABEL_0"},
    }
    (TARGET / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    marks = {f"{name}_token": f"[{name.upper()}]" for name in ["pad", "cls", "sep", "unk", "mask"]}
    tokens = {"tokenizer_class": "BertTokenizer", **marks}
    (TARGET / "tokenizer_config.json").write_text(json.dumps(tokens, indent=2) + "\n")
    table = numpy.random.default_rng(0).normal(size=(size, WIDTH)).astype(numpy.float32)
    onnx.save(network(table), TARGET / "onnx" / "model.onnx")
    tokenizer = Tokenizer.from_file(str(TARGET / "tokenizer.json"))
    expected = [[score(table, tokenizer.encode(query, text)) for text in TEXTS] for query in QUERIES]
    known = {"queries": QUERIES, "texts": TEXTS, "scores": expected}
    (TARGET / "expected.json").write_text(json.dumps(known, indent=2) + "\n")


def network(table: numpy.ndarray) -> onnx.ModelProto:
    def tensor(name: str, *shape: str | int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.INT64, list(shape))

    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["vectors"]),
        helper.make_node("Cast", ["attention_mask"], ["there"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["token_type_ids"], ["isText"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["isText", "there"], ["ofText"]),
        helper.make_node("Sub", ["there", "ofText"], ["ofQuery"]),
    ]
    for side in ["Query", "Text"]:
        nodes += [
            helper.make_node("Unsqueeze", [f"of{side}", "last"], [f"weights{side}"]),
            helper.make_node("Mul", ["vectors", f"weights{side}"], [f"parts{side}"]),
            helper.make_node("ReduceSum", [f"parts{side}", "tokens"], [f"sum{side}"], keepdims=0),
        ]
    nodes += [
        helper.make_node("Mul", ["sumQuery", "sumText"], ["products"]),
        helper.make_node("ReduceSum", ["products", "tokens"], ["logits"], keepdims=1),
    ]
    constants = [
        numpy_helper.from_array(table, "table"),
        numpy_helper.from_array(numpy.array([2], dtype=numpy.int64), "last"),
        numpy_helper.from_array(numpy.array([1], dtype=numpy.int64), "tokens"),
    ]
    inputs = [tensor(name, "batch", "length") for name in ["input_ids", "attention_mask", "token_type_ids"]]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    graph = helper.make_graph(nodes, "tiny cross-encoder", inputs, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def score(table: numpy.ndarray, encoding) -> float:
    vectors = table[encoding.ids]
    is_text = numpy.array(encoding.type_ids, dtype=bool)
    return float(vectors[~is_text].sum(axis=0) @ vectors[is_text].sum(axis=0))


if __name__ == "__main__":
    main()
