"""Writes the trained judge as ONNX with int8 weights: python3 export.py judge.npz [judge.npz ...] answer-judge.onnx

Of several judges the mean of their weights, as long as each went on from the one before it.
Inputs input_ids, attention_mask, token_type_ids: int64 [pairs, tokens]; output log_odds: float [pairs].
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from encoder import EPSILON, HEADS, LAYERS

OPSET = 20


class Graph:
    """Nodes and weights, named as they are added."""

    def __init__(self) -> None:
        self.nodes: list = []
        self.weights: dict[str, np.ndarray] = {}

    def add(self, kind: str, *inputs: str, name: str = "", **attributes) -> str:
        output = name or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], name=f"node_{len(self.nodes)}", **attributes))
        return output

    def weight(self, name: str, value: np.ndarray) -> str:
        self.weights[name] = value
        return name

    def shape(self, *sizes: int) -> str:
        return self.weight("shape_" + "_".join(map(str, sizes)).replace("-", "m"), np.array(sizes, np.int64))


def build(trained: dict[str, np.ndarray]) -> onnx.ModelProto:
    graph = Graph()
    size = trained["embeddings.word_embeddings.weight"].shape[1]

    def linear(x: str, name: str) -> str:
        matrix = graph.weight(f"{name}.weight", trained[f"{name}.weight"].T.copy())
        return graph.add("Add", graph.add("MatMul", x, matrix), graph.weight(f"{name}.bias", trained[f"{name}.bias"]))

    def normalize(x: str, name: str) -> str:
        scale = graph.weight(f"{name}.weight", trained[f"{name}.weight"])
        return graph.add(
            "LayerNormalization", x, scale, graph.weight(f"{name}.bias", trained[f"{name}.bias"]), epsilon=EPSILON
        )

    def look_up(name: str, ids: str) -> str:
        return graph.add("Gather", graph.weight(name, trained[name]), ids)

    def heads(x: str, order: list[int]) -> str:
        return graph.add("Transpose", graph.add("Reshape", x, graph.shape(0, 0, HEADS, size // HEADS)), perm=order)

    tokens = graph.add("Gather", graph.add("Shape", "input_ids"), graph.weight("one", np.array(1, np.int64)))
    places = graph.add("Range", graph.weight("zero", np.array(0, np.int64)), tokens, "one")
    x = graph.add("Add", look_up("embeddings.word_embeddings.weight", "input_ids"), look_up("embeddings.token_type_embeddings.weight", "token_type_ids"))
    x = normalize(graph.add("Add", x, look_up("embeddings.position_embeddings.weight", places)), "embeddings.LayerNorm")
    mask = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    absent = graph.add("Sub", mask, graph.weight("1.0", np.array(1, np.float32)))
    bias = graph.add("Unsqueeze", graph.add("Mul", absent, graph.weight("far", np.array(1e9, np.float32))), graph.shape(1, 2))
    scale = graph.weight("scale", np.array(1 / np.sqrt(size // HEADS), np.float32))
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query = graph.add("Mul", heads(linear(x, f"{at}.attention.self.query"), [0, 2, 1, 3]), scale)
        key = heads(linear(x, f"{at}.attention.self.key"), [0, 2, 3, 1])
        value = heads(linear(x, f"{at}.attention.self.value"), [0, 2, 1, 3])
        shares = graph.add("Softmax", graph.add("Add", graph.add("MatMul", query, key), bias), axis=-1)
        attended = graph.add("Transpose", graph.add("MatMul", shares, value), perm=[0, 2, 1, 3])
        attended = linear(graph.add("Reshape", attended, graph.shape(0, 0, size)), f"{at}.attention.output.dense")
        x = normalize(graph.add("Add", x, attended), f"{at}.attention.output.LayerNorm")
        inner = linear(graph.add("Gelu", linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        x = normalize(graph.add("Add", x, inner), f"{at}.output.LayerNorm")
    kept = graph.add("Unsqueeze", mask, graph.shape(2))
    total = graph.add("ReduceSum", graph.add("Mul", x, kept), graph.shape(1), keepdims=0)
    mean = graph.add("Div", total, graph.add("ReduceSum", mask, graph.shape(1), keepdims=1))
    first = graph.add("Gather", x, "zero", axis=1)
    pooled = graph.add("Concat", first, mean, axis=1)
    # Two numbers a pair: too small to be worth eight bits, so no MatMul, which the quantizer would take.
    head = graph.weight("head.weight", trained["head.weight"].astype(np.float32))
    odds = graph.add("ReduceSum", graph.add("Mul", pooled, head), graph.shape(1), keepdims=0)
    graph.add("Add", odds, graph.weight("head.bias", np.array(trained["head.bias"], np.float32)), name="log_odds")
    integers = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    result = [helper.make_tensor_value_info("log_odds", TensorProto.FLOAT, ["pairs"])]
    weights = [numpy_helper.from_array(value, name) for name, value in graph.weights.items()]
    whole = helper.make_graph(graph.nodes, "answer-judge", integers, result, weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    *sources, target = sys.argv[1:]
    several = [np.load(source) for source in sources]
    trained = {name: np.mean([one[name] for one in several], axis=0, dtype=np.float64).astype(np.float32) for name in several[0]}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        onnx.save(build(trained), str(whole))
        quantize_dynamic(str(whole), target, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gather"])
    print(f"{target}: {Path(target).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
