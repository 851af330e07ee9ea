"""Trains the answer judge: python3 train.py --minilm FOLDER --out judge.npz

FOLDER holds model.safetensors and tokenizer.json of all-MiniLM-L6-v2 in full precision. See README.md.
"""

import argparse
import random
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tokenizers import Tokenizer

from encoder import encode_tokens, load_parameters, score
from lessons import Lesson, read_lessons
from pairs import PADDING, SEPARATOR, START, Pair, batches, choose_pairs, context_of, encode

FROZEN = "embeddings."
TOKENS_AT_ONCE = 3072


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minilm", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--start", type=Path, help="a judge to go on from")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    lessons = read_lessons(Path(__file__).parent / "lessons")
    only_measured = (Path(__file__).parent / "held-out.txt").read_text(encoding="utf8").split()
    held_out = [lesson for lesson in lessons if lesson.name in only_measured]
    learnt = [lesson for lesson in lessons if lesson.name not in only_measured]
    tokenizer = Tokenizer.from_file(str(options.minilm / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    weights = load_parameters(str(options.minilm / "model.safetensors"), options.seed)
    nearest, elsewhere = find_nearest(weights, tokenizer, lessons)
    if options.start:
        weights = {name: jnp.asarray(value) for name, value in np.load(options.start).items()}
    pairs = choose_pairs(learnt, nearest, elsewhere, random.Random(0))
    steps = options.epochs * sum(1 for _ in batches(tokenizer, pairs, TOKENS_AT_ONCE, random.Random(0)))
    print(f"{len(learnt)} lessons, {len(pairs)} pairs an epoch, {steps} steps", flush=True)
    frozen = {name: value for name, value in weights.items() if name.startswith(FROZEN)}
    learning = {name: jnp.array(value) for name, value in weights.items() if name not in frozen}
    schedule = optax.warmup_cosine_decay_schedule(0, options.rate, steps // 16, steps, options.rate / 50)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=0.01))
    state = optimizer.init(learning)

    def loss_of(learning, ids, types, mask, labels, weight, key):
        odds = score({**frozen, **learning}, ids, types, mask, key)
        return (optax.sigmoid_binary_cross_entropy(odds, labels) * weight).sum() / weight.sum()

    @jax.jit
    def step(learning, state, ids, types, mask, labels, weight, key):
        loss, gradient = jax.value_and_grad(loss_of)(learning, ids, types, mask, labels, weight, key)
        change, state = optimizer.update(gradient, state, learning)
        return optax.apply_updates(learning, change), state, loss

    key = jax.random.key(options.seed)
    done, start = 0, time.time()
    for epoch in range(options.epochs):
        losses = []
        for batch in batches(tokenizer, choose_pairs(learnt, nearest, elsewhere, rng), TOKENS_AT_ONCE, rng):
            key, own = jax.random.split(key)
            learning, state, loss = step(learning, state, *batch, own)
            losses.append(float(loss))
            done += 1
            if done % 50 == 0:
                print(f"step {done} {time.time() - start:.0f} s loss {np.mean(losses[-50:]):.3f}", flush=True)
        trained = {**frozen, **learning}
        np.savez(options.out, **{name: np.asarray(value) for name, value in trained.items()})
        print(f"epoch {epoch + 1} loss {np.mean(losses):.3f} {measure(trained, tokenizer, held_out, nearest)}", flush=True)


def find_nearest(weights: dict, tokenizer: Tokenizer, lessons: list[Lesson]):
    """For each question the sentences of its lesson by their cosine to it, and the nearest of other lessons."""
    sentences = [(lesson.name, at) for lesson in lessons for at in range(len(lesson.sentences))]
    texts = [sentence.text for lesson in lessons for sentence in lesson.sentences]
    questions = [(lesson.name, at) for lesson in lessons for at in range(len(lesson.questions))]
    asked = [question.text for lesson in lessons for question in lesson.questions]
    cosines = embed(weights, tokenizer, asked) @ embed(weights, tokenizer, texts).T
    names = np.array([name for name, _ in sentences])
    nearest, elsewhere = {}, {}
    for row, (name, at) in enumerate(questions):
        own = np.flatnonzero(names == name)
        nearest[name, at] = [sentences[index][1] for index in own[np.argsort(-cosines[row, own])]]
        others = np.flatnonzero(names != name)
        elsewhere[name, at] = [sentences[index] for index in others[np.argsort(-cosines[row, others])[:4]]]
    return nearest, elsewhere


def embed(weights: dict, tokenizer: Tokenizer, texts: list[str]) -> np.ndarray:
    """Unit vectors of texts, as the sentence embedder that the judge starts from gives them."""
    run = jax.jit(lambda ids, mask: encode_tokens(weights, ids, jnp.zeros_like(ids), mask))
    vectors = []
    for start in range(0, len(texts), 64):
        rows = [[START, *tokenizer.encode(text, add_special_tokens=False).ids[:62], SEPARATOR] for text in texts[start : start + 64]]
        ids = np.full((64, 64), PADDING, np.int32)
        mask = np.zeros((64, 64), np.float32)
        mask[:, 0] = 1
        for row, tokens in enumerate(rows):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        hidden = np.asarray(run(ids, mask))
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        vectors.append(mean[: len(rows)])
    joined = np.concatenate(vectors)
    return joined / np.linalg.norm(joined, axis=1, keepdims=True)


def measure(weights: dict, tokenizer: Tokenizer, lessons: list[Lesson], nearest) -> str:
    """On lessons not learnt: how well the best of eight sentences tells answered questions from others."""
    if not lessons:
        return ""
    run = jax.jit(lambda ids, types, mask: score(weights, ids, types, mask))
    answered, unanswered, right, kinds = [], [], [], {}
    for lesson in lessons:
        for at, question in enumerate(lesson.questions):
            looked_at = nearest[lesson.name, at][:8]
            ids = np.zeros((8, 160), np.int32)
            types = np.zeros((8, 160), np.int32)
            mask = np.zeros((8, 160), np.float32)
            for row, position in enumerate(looked_at):
                pair = Pair(question.text, lesson.sentences[position].text, context_of(lesson, position), 0)
                row_ids, row_types = encode(tokenizer, pair)
                ids[row, : len(row_ids)], types[row, : len(row_ids)], mask[row, : len(row_ids)] = row_ids, row_types, 1
            odds = np.asarray(run(ids, types, mask))
            if question.sentences:
                answered.append(odds.max())
                right.append(looked_at[int(odds.argmax())] in question.sentences)
            else:
                unanswered.append(odds.max())
                kinds.setdefault(question.kind, []).append(odds.max())
    answered, unanswered = np.array(answered), np.array(unanswered)
    auc = (answered[:, None] > unanswered[None, :]).mean()
    threshold = np.quantile(answered, 0.05)
    refused = ", ".join(f"{kind} {np.mean(np.array(odds) < threshold):.2f}" for kind, odds in kinds.items())
    return (
        f"| held out: AUC {auc:.3f}, right sentence {np.mean(right):.3f}, "
        f"recognised with 5 % refused {np.mean(unanswered < threshold):.3f} ({refused})"
    )


if __name__ == "__main__":
    main()
