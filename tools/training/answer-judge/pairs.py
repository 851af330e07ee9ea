"""Turns lessons into pairs of a question and a sentence, with whether the sentence answers the question."""

import random
from dataclasses import dataclass

import numpy as np
from tokenizers import Tokenizer

from lessons import Lesson, Question

LONGEST_QUESTION = 48
LONGEST_SENTENCE = 64
LONGEST_CONTEXT = 32
LENGTHS = (48, 56, 64, 72, 80, 88, 96, 112, 160)
START, SEPARATOR, PADDING = 101, 102, 0

POSITIVES = 2
NEGATIVES_OF_ANSWERED = 3
NEGATIVES_OF_UNANSWERED = 3
NEAREST = 8
ALWAYS = 1
SHARE_OF_OTHER_LESSONS = 0.5


@dataclass(frozen=True)
class Pair:
    question: str
    sentence: str
    context: str
    label: float


def context_of(lesson: Lesson, position: int) -> str:
    """What stands around a sentence: its heading and the sentences before and after it under the same heading."""
    sentence = lesson.sentences[position]
    around = [
        lesson.sentences[at].text
        for at in (position - 1, position + 1)
        if 0 <= at < len(lesson.sentences) and lesson.sentences[at].heading == sentence.heading
    ]
    # Speech has no headings when it comes to be judged: its title stands there.
    heading = lesson.title if lesson.style == "spoken" else sentence.heading
    return " ".join([f"{heading}:", *around])


def encode(tokenizer: Tokenizer, pair: Pair) -> tuple[list[int], list[int]]:
    """Token ids and types: [CLS] question [SEP] as 0, sentence [SEP] as 1, context [SEP] as 0."""

    def ids(text: str, limit: int) -> list[int]:
        return tokenizer.encode(text, add_special_tokens=False).ids[:limit]

    question = [START, *ids(pair.question, LONGEST_QUESTION), SEPARATOR]
    sentence = [*ids(pair.sentence, LONGEST_SENTENCE), SEPARATOR]
    context = [*ids(pair.context, LONGEST_CONTEXT), SEPARATOR]
    return [*question, *sentence, *context], [0] * len(question) + [1] * len(sentence) + [0] * len(context)


def choose_pairs(
    lessons: list[Lesson], nearest: dict[tuple[str, int], list[int]], elsewhere: dict, rng: random.Random
) -> list[Pair]:
    """The pairs of one epoch: each question with sentences that answer it and with near ones that do not."""
    by_name = {lesson.name: lesson for lesson in lessons}
    pairs: list[Pair] = []
    for lesson in lessons:
        for at, question in enumerate(lesson.questions):

            def add(other: Lesson, position: int, label: float, text: str) -> None:
                pairs.append(Pair(text, other.sentences[position].text, context_of(other, position), label))

            text = typed(question, rng)
            positives = rng.sample(question.sentences, min(POSITIVES, len(question.sentences)))
            for position in positives:
                add(lesson, position, 1.0, text)
            near = [position for position in nearest[lesson.name, at] if position not in question.sentences][:NEAREST]
            count = NEGATIVES_OF_ANSWERED if positives else NEGATIVES_OF_UNANSWERED
            # The nearest is the one that tempts: a question changed by a word stands next to what answered it before.
            always = near[:ALWAYS]
            for position in [*always, *rng.sample(near[ALWAYS:], min(count - ALWAYS, len(near[ALWAYS:])))]:
                add(lesson, position, 0.0, text)
            others = elsewhere.get((lesson.name, at), [])
            if others and rng.random() < SHARE_OF_OTHER_LESSONS:
                name, position = rng.choice(others)
                if name in by_name:
                    add(by_name[name], position, 0.0, text)
        if lesson.keys:
            for position, sentence in enumerate(lesson.sentences):
                label = 1.0 if position in lesson.keys else 0.0
                pairs.append(Pair(ask_for_keys(lesson.title), sentence.text, context_of(lesson, position), label))
    rng.shuffle(pairs)
    return pairs


def ask_for_keys(title: str) -> str:
    """What is asked of every sentence of a lesson to learn whether it states one of the key facts."""
    return f"What are the key facts of {title}?"


def typed(question: Question, rng: random.Random) -> str:
    """Whether there is a question mark must tell nothing."""
    return question.text.rstrip("?. ") if rng.random() < 0.3 else question.text


def batches(tokenizer: Tokenizer, pairs: list[Pair], tokens: int, rng: random.Random):
    """Yields ids, types, mask, labels of pairs of like length, some `tokens` of them at once."""
    by_length: dict[int, list] = {}
    for pair in pairs:
        ids, types = encode(tokenizer, pair)
        length = next(length for length in LENGTHS if length >= len(ids))
        by_length.setdefault(length, []).append((ids, types, pair.label))
    chunks = []
    for length, of in by_length.items():
        size = max(1, tokens // length)
        chunks += [(length, size, of[start : start + size]) for start in range(0, len(of), size)]
    rng.shuffle(chunks)
    for length, size, chunk in chunks:
        ids = np.full((size, length), PADDING, np.int32)
        types = np.zeros((size, length), np.int32)
        mask = np.zeros((size, length), np.float32)
        labels = np.zeros(size, np.float32)
        weights = np.zeros(size, np.float32)
        mask[:, 0] = 1
        for row, (row_ids, row_types, label) in enumerate(chunk):
            ids[row, : len(row_ids)] = row_ids
            types[row, : len(row_types)] = row_types
            mask[row, : len(row_ids)] = 1
            labels[row], weights[row] = label, 1
        yield ids, types, mask, labels, weights
