"""MiniLM with a head that scores pairs: BERT (Devlin et al. 2019) with 6 layers of 384, 12 heads."""

import torch
import torch.nn.functional as F
from safetensors.torch import load_file

HEADS = 12
LAYERS = 6
EPSILON = 1e-12


def load_parameters(path, seed):
    weights = {name: value.float() for name, value in load_file(path).items() if "position_ids" not in name}
    weights = {name: value for name, value in weights.items() if not name.startswith("pooler")}
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    weights["head.weight"] = 0.02 * torch.randn(2 * size, generator=torch.Generator().manual_seed(seed))
    weights["head.bias"] = torch.zeros(())
    return weights


def dropout(x, rate):
    """The same features of a pair left out at all its tokens (Gal and Ghahramani 2016), which is cheap to draw."""
    if rate == 0:
        return x
    return x * (torch.rand(x.shape[0], 1, x.shape[2]) >= rate).to(x.dtype) / (1 - rate)


def encode_tokens(weights, ids, types, mask, rate=0.0):
    def linear(x, name):
        return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def normalize(x, name):
        return F.layer_norm(x, x.shape[-1:], weights[f"{name}.weight"], weights[f"{name}.bias"], EPSILON)

    pairs, tokens = ids.shape
    x = (
        F.embedding(ids, weights["embeddings.word_embeddings.weight"])
        + weights["embeddings.position_embeddings.weight"][:tokens]
        + F.embedding(types, weights["embeddings.token_type_embeddings.weight"])
    )
    x = normalize(x, "embeddings.LayerNorm")
    unseen = ((1.0 - mask[:, None, None, :]) * -1e4).to(x.dtype)
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        q, k, v = (
            linear(x, f"{at}.attention.self.{name}").view(pairs, tokens, HEADS, -1).transpose(1, 2)
            for name in ("query", "key", "value")
        )
        logits = (q @ k.transpose(-1, -2)) * q.shape[-1] ** -0.5 + unseen
        attended = (logits.softmax(-1) @ v).transpose(1, 2).reshape(pairs, tokens, -1)
        attended = dropout(linear(attended, f"{at}.attention.output.dense"), rate)
        x = normalize(x + attended, f"{at}.attention.output.LayerNorm")
        inner = F.gelu(linear(x, f"{at}.intermediate.dense"))
        inner = dropout(linear(inner, f"{at}.output.dense"), rate)
        x = normalize(x + inner, f"{at}.output.LayerNorm")
    return x


def score(weights, ids, types, mask, rate=0.0):
    x = encode_tokens(weights, ids, types, mask, rate).float()
    mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    pooled = F.dropout(torch.cat([x[:, 0], mean], dim=1), rate)
    return pooled @ weights["head.weight"] + weights["head.bias"]
