"""MiniLM with a head that scores pairs, in JAX: BERT (Devlin et al. 2019) with 6 layers of 384, 12 heads."""

import jax
import jax.numpy as jnp
from safetensors.numpy import load_file

HEADS = 12
LAYERS = 6
EPSILON = 1e-12


def load_parameters(path: str, seed: int) -> dict:
    """The weights of all-MiniLM-L6-v2 as jnp arrays by their names there, and a head of small random weights."""
    weights = {name: jnp.asarray(value) for name, value in load_file(path).items() if "position_ids" not in name}
    weights = {name: value for name, value in weights.items() if not name.startswith("pooler")}
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    weights["head.weight"] = 0.02 * jax.random.normal(jax.random.key(seed), (2 * size,))
    weights["head.bias"] = jnp.zeros(())
    return weights


def normalize(x, weights, name):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + EPSILON) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def linear(x, weights, name):
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def dropout(x, rate, key):
    if key is None:
        return x
    return x * jax.random.bernoulli(key, 1 - rate, x.shape) / (1 - rate)


def encode_tokens(weights, ids, types, mask, keys=None, rate=0.1):
    """The last layer's states, [pairs, tokens, 384]. ids, types, mask: [pairs, tokens]; mask of floats 0 or 1."""
    keys = [None] * (2 * LAYERS) if keys is None else keys
    pairs, tokens = ids.shape
    x = (
        weights["embeddings.word_embeddings.weight"][ids]
        + weights["embeddings.position_embeddings.weight"][:tokens]
        + weights["embeddings.token_type_embeddings.weight"][types]
    )
    x = normalize(x, weights, "embeddings.LayerNorm")
    bias = (1.0 - mask[:, None, None, :]) * -1e9
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"

        def heads(name):
            return linear(x, weights, f"{at}.attention.self.{name}").reshape(pairs, tokens, HEADS, -1)

        query, keys_, values = heads("query"), heads("key"), heads("value")
        logits = jnp.einsum("bqhd,bkhd->bhqk", query, keys_) / jnp.sqrt(query.shape[-1]) + bias
        attended = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(logits), values).reshape(pairs, tokens, -1)
        attended = dropout(linear(attended, weights, f"{at}.attention.output.dense"), rate, keys[2 * layer])
        x = normalize(x + attended, weights, f"{at}.attention.output.LayerNorm")
        inner = jax.nn.gelu(linear(x, weights, f"{at}.intermediate.dense"), approximate=False)
        inner = dropout(linear(inner, weights, f"{at}.output.dense"), rate, keys[2 * layer + 1])
        x = normalize(x + inner, weights, f"{at}.output.LayerNorm")
    return x


def score(weights, ids, types, mask, key=None, rate=0.1):
    """Log-odds that the sentence answers the question, [pairs]; with a key, with dropout, for training."""
    keys = None if key is None else jax.random.split(key, 2 * LAYERS + 1)
    x = encode_tokens(weights, ids, types, mask, keys, rate)
    mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    pooled = dropout(jnp.concatenate([x[:, 0], mean], axis=1), rate, None if keys is None else keys[-1])
    return pooled @ weights["head.weight"] + weights["head.bias"]
