"""Trains the item judge: python3 train.py --minilm FOLDER --start JUDGE.npz --out item-judge.npz

FOLDER holds tokenizer.json of all-MiniLM-L6-v2; JUDGE.npz the answer judge that it goes on from. See README.md.
"""

import argparse
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "answer-judge"))
from encoder import score  # noqa: E402
from items import Example, read_examples, split  # noqa: E402

LONGEST = {"stem": 64, "answer": 64, "beside": 64}
START, SEPARATOR = 101, 102
TOKENS_AT_ONCE = 3072
DROPOUT = 0.1
FROZEN = ("embeddings.",)


def encode(tokenizer: Tokenizer, example: Example) -> tuple[list[int], list[int]]:
    def ids(text: str, limit: int) -> list[int]:
        return [*tokenizer.encode(text, add_special_tokens=False).ids[:limit], SEPARATOR]

    stem = [START, *ids(example.stem, LONGEST["stem"])]
    answer = ids(example.answer, LONGEST["answer"])
    beside = ids(example.beside, LONGEST["beside"])
    return [*stem, *answer, *beside], [0] * len(stem) + [1] * len(answer) + [0] * len(beside)


def batches(rows: list, rng: random.Random | None):
    """Rows of like length, some thousand tokens at once."""
    order = sorted(range(len(rows)), key=lambda at: len(rows[at][0]) + (rng.random() * 8 if rng else 0))
    chunks, chunk = [], []
    for at in order:
        if chunk and (len(chunk) + 1) * len(rows[at][0]) > TOKENS_AT_ONCE:
            chunks.append(chunk)
            chunk = []
        chunk.append(at)
    chunks.append(chunk)
    if rng:
        rng.shuffle(chunks)
    for chunk in chunks:
        width = max(len(rows[at][0]) for at in chunk)
        ids, types, mask = np.zeros((len(chunk), width), np.int64), np.zeros((len(chunk), width), np.int64), np.zeros((len(chunk), width), np.float32)
        for row, at in enumerate(chunk):
            length = len(rows[at][0])
            ids[row, :length], types[row, :length], mask[row, :length] = rows[at][0], rows[at][1], 1
        yield chunk, torch.from_numpy(ids), torch.from_numpy(types), torch.from_numpy(mask)


def halve(weights: dict) -> dict:
    return {name: value if name.startswith("head") else value.bfloat16() for name, value in weights.items()}


def area(odds: np.ndarray, labels: np.ndarray) -> float:
    """How often a good one is above a bad one (area under the ROC curve)."""
    good, bad = odds[labels >= 0.9], odds[labels < 0.9]
    return float((good[:, None] > bad[None, :]).mean()) if len(good) and len(bad) else math.nan


def measure(weights: dict, rows: list, examples: list[Example]) -> str:
    odds = np.zeros(len(rows))
    with torch.inference_mode():
        for chunk, ids, types, mask in batches(rows, None):
            odds[chunk] = score(halve(weights), ids, types, mask).numpy()
    told = []
    for task in ("stem", "option"):
        at = [index for index, example in enumerate(examples) if example.task == task]
        labels = np.array([examples[index].label for index in at])
        told.append(f"{task} {area(odds[at], labels):.3f} ({len(at)}, {np.mean(labels >= 0.9):.0%} good)")
    return ", ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minilm", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--held-out", type=float, default=0.15)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--minutes", type=float, help="at most: the rate has fallen by then")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    torch.manual_seed(options.seed)
    tokenizer = Tokenizer.from_file(str(options.minilm / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    learnt, held_out = split(read_examples(HERE / "items.jsonl"), options.held_out, options.seed)
    rows, held_rows = ([encode(tokenizer, example) for example in part] for part in (learnt, held_out))
    labels = torch.tensor([example.label for example in learnt])
    # A stem weighs as much as all wrong answers to it.
    weight = torch.tensor([3.0 if example.task == "stem" else 1.0 for example in learnt])
    weights = {name: torch.from_numpy(value.astype(np.float32)) for name, value in np.load(options.start).items()}
    frozen = halve({name: value for name, value in weights.items() if name.startswith(FROZEN)})
    learning = {name: value.requires_grad_() for name, value in weights.items() if name not in frozen}
    optimizer = torch.optim.AdamW(learning.values(), lr=options.rate, weight_decay=0.01)
    steps = options.epochs * sum(1 for _ in batches(rows, rng))
    done, start = 0, time.time()
    print(f"{len(rows)} examples, {steps} steps; at first {measure(weights, held_rows, held_out) if held_rows else ''}", flush=True)

    def progress() -> float:
        return min(1, max(done / steps, (time.time() - start) / 60 / options.minutes if options.minutes else 0))

    for epoch in range(options.epochs):
        losses = []
        for chunk, ids, types, mask in batches(rows, rng):
            for group in optimizer.param_groups:
                group["lr"] = options.rate * min(1, (done + 1) / 20) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress())))
            odds = score({**frozen, **halve(learning)}, ids, types, mask, DROPOUT)
            loss = F.binary_cross_entropy_with_logits(odds, labels[chunk], weight=weight[chunk])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning.values(), 1.0)
            optimizer.step()
            losses.append(loss.item())
            done += 1
            if progress() == 1:
                break
        told = measure(weights, held_rows, held_out) if held_rows else ""
        print(f"epoch {epoch + 1} {time.time() - start:.0f} s loss {np.mean(losses):.3f} {told}", flush=True)
        np.savez(options.out, **{name: value.detach().numpy() for name, value in weights.items()})
        if progress() == 1:
            break


if __name__ == "__main__":
    main()
