"""Trains the answer judge: python3 train.py --minilm FOLDER --out judge.npz

FOLDER holds model.safetensors and tokenizer.json of all-MiniLM-L6-v2 in full precision. See README.md.
"""

import argparse
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from encoder import encode_tokens, load_parameters, score
from lessons import Lesson, read_lessons
from pairs import PADDING, SEPARATOR, START, Pair, ask_for_keys, batches, choose_pairs, context_of, encode

FROZEN = "embeddings."
TOKENS_AT_ONCE = 3072
DROPOUT = 0.1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minilm", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--start", type=Path, help="a judge to go on from")
    parser.add_argument("--only", type=Path, help="a file with the names of the lessons to learn from; all without it")
    parser.add_argument("--minutes", type=float, help="for the steps at most: the rate has fallen by then")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    lessons = read_lessons(Path(__file__).parent / "lessons.txt.xz")
    only_measured = (Path(__file__).parent / "held-out.txt").read_text(encoding="utf8").split()
    held_out = [lesson for lesson in lessons if lesson.name in only_measured]
    wanted = options.only.read_text(encoding="utf8").split() if options.only else [lesson.name for lesson in lessons]
    learnt = [lesson for lesson in lessons if lesson.name in wanted and lesson.name not in only_measured]
    tokenizer = Tokenizer.from_file(str(options.minilm / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    torch.manual_seed(options.seed)
    weights = load_parameters(str(options.minilm / "model.safetensors"), options.seed)
    nearest, elsewhere = find_nearest(weights, tokenizer, learnt + held_out)
    if options.start:
        weights = {name: torch.from_numpy(value) for name, value in np.load(options.start).items()}
    pairs = choose_pairs(learnt, nearest, elsewhere, random.Random(0))
    steps = options.epochs * sum(1 for _ in batches(tokenizer, pairs, TOKENS_AT_ONCE, random.Random(0)))
    print(f"{len(learnt)} lessons, {len(pairs)} pairs an epoch, {steps} steps", flush=True)
    frozen = halve({name: value for name, value in weights.items() if name.startswith(FROZEN)})
    learning = {name: value.requires_grad_() for name, value in weights.items() if name not in frozen}
    optimizer = torch.optim.AdamW(learning.values(), lr=options.rate, weight_decay=0.01)
    warm = max(1, steps // 20)
    done, start = 0, time.time()

    def progress(step: int) -> float:
        """How much of the run is over, from 0 to 1: of its steps or of its time."""
        return min(1, max(step / steps, (time.time() - start) / 60 / options.minutes if options.minutes else 0))

    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(1, (step + 1) / warm) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress(step)))),
    )
    for epoch in range(options.epochs):
        losses = []
        for batch in batches(tokenizer, choose_pairs(learnt, nearest, elsewhere, rng), TOKENS_AT_ONCE, rng):
            ids, types, mask, labels, weight = (torch.from_numpy(part) for part in batch)
            # The weights themselves stay in 32 bits.
            odds = score({**frozen, **halve(learning)}, ids.long(), types.long(), mask, DROPOUT)
            loss = (F.binary_cross_entropy_with_logits(odds, labels, reduction="none") * weight).sum() / weight.sum()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learning.values(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            done += 1
            if progress(done) == 1:
                break
            if done % 50 == 0:
                print(f"step {done} {time.time() - start:.0f} s loss {np.mean(losses[-50:]):.3f}", flush=True)
        np.savez(options.out, **{name: value.detach().numpy() for name, value in weights.items()})
        print(f"epoch {epoch + 1} loss {np.mean(losses):.3f} {measure(weights, tokenizer, held_out, nearest)}", flush=True)
        if progress(done) == 1:
            break


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
        others = np.where(names == name, -2, cosines[row])
        elsewhere[name, at] = [sentences[index] for index in np.argpartition(-others, 4)[:4]]
    return nearest, elsewhere


def embed(weights: dict, tokenizer: Tokenizer, texts: list[str]) -> np.ndarray:
    """Unit vectors of texts, as the sentence embedder that the judge starts from gives them."""
    rows = [[START, *tokenizer.encode(text, add_special_tokens=False).ids[:62], SEPARATOR] for text in texts]
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    vectors = np.zeros((len(rows), weights["embeddings.word_embeddings.weight"].shape[1]), np.float32)
    halved = halve(weights)
    for start in range(0, len(rows), 64):
        run = order[start : start + 64]
        ids = np.full((len(run), len(rows[run[-1]])), PADDING, np.int64)
        mask = np.zeros(ids.shape, np.float32)
        for row, at in enumerate(run):
            ids[row, : len(rows[at])] = rows[at]
            mask[row, : len(rows[at])] = 1
        with torch.inference_mode():
            tokens = torch.from_numpy(ids)
            hidden = encode_tokens(halved, tokens, torch.zeros_like(tokens), torch.from_numpy(mask)).float().numpy()
        vectors[run] = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def judge_pairs(weights: dict, tokenizer: Tokenizer, pairs: list[Pair]) -> np.ndarray:
    """The log-odds of pairs, in their order."""
    rows = [encode(tokenizer, pair) for pair in pairs]
    ids, types, mask = (
        np.zeros((len(rows), max(len(row) for row, _ in rows)), kind) for kind in (np.int64, np.int64, np.float32)
    )
    for at, (row, row_types) in enumerate(rows):
        ids[at, : len(row)], types[at, : len(row)], mask[at, : len(row)] = row, row_types, 1
    with torch.inference_mode():
        return score(halve(weights), *(torch.from_numpy(part) for part in (ids, types, mask))).numpy()


def halve(weights: dict) -> dict:
    """Weights in 16 bits, with which these processors are twice as fast; those of the head stay in 32."""
    return {name: value if name.startswith("head") else value.bfloat16() for name, value in weights.items()}


def measure(weights: dict, tokenizer: Tokenizer, lessons: list[Lesson], nearest) -> str:
    """On lessons not learnt: how well the best of eight sentences tells answered questions from others."""
    if not lessons:
        return ""
    answered, unanswered, right, kinds, keys = [], [], [], {}, []

    def judge(question: str, lesson: Lesson, positions) -> np.ndarray:
        asked = [Pair(question, lesson.sentences[at].text, context_of(lesson, at), 0) for at in positions]
        return judge_pairs(weights, tokenizer, asked)

    for lesson in lessons:
        if lesson.keys:
            odds = judge(ask_for_keys(lesson.title), lesson, range(len(lesson.sentences)))
            key = np.isin(np.arange(len(odds)), lesson.keys)
            keys.append((odds[key][:, None] > odds[~key][None, :]).mean())
        for at, question in enumerate(lesson.questions):
            looked_at = nearest[lesson.name, at][:8]
            odds = judge(question.text, lesson, looked_at)
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
        f"recognised with 5 % refused {np.mean(unanswered < threshold):.3f} ({refused}), "
        f"key facts AUC {np.mean(keys):.3f}"
    )


if __name__ == "__main__":
    main()
