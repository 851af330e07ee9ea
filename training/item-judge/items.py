"""Reads the marked items: candidates of the composer, with what instructors would say of stem and wrong answers."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

STEM_MARKS = {"k": 1.0, "e": 0.25, "d": 0.0}


@dataclass(frozen=True)
class Example:
    lesson: str
    task: str
    stem: str
    answer: str
    beside: str
    label: float


def read_examples(path: Path) -> list[Example]:
    """Of each item one example for its stem with the key, and one for each wrong answer that was marked."""
    examples = []
    for line in path.read_text(encoding="utf8").splitlines():
        item = json.loads(line)
        stem = f"{item['title']}: {item['stem']}"
        if "mark" in item:
            examples.append(Example(item["lesson"], "stem", stem, item["key"], f"evidence: {item['quote']}", STEM_MARKS[item["mark"]]))
        for option, mark in zip(item["options"], item["marks"], strict=True):
            examples.append(Example(item["lesson"], "option", stem, option, f"answer: {item['key']}", float(mark == "g")))
    return examples


def split(examples: list[Example], share: float, seed: int) -> tuple[list[Example], list[Example]]:
    """Whole lessons are held out, so that nothing is known of their words."""
    lessons = sorted({example.lesson for example in examples})
    held_out = set(random.Random(seed).sample(lessons, round(len(lessons) * share)))
    return [e for e in examples if e.lesson not in held_out], [e for e in examples if e.lesson in held_out]
