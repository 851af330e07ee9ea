"""The training lessons: sentences under headings, and questions that they answer or do not."""

import lzma
import re
from dataclasses import dataclass
from pathlib import Path

STYLES = {"textbook", "spoken", "handout"}
KEYS = {8, 14}
KINDS = {"missing", "other", "swapped", "premise", "opinion"}


class LessonError(Exception):
    """A file that does not follow the format; the message names the line."""


@dataclass(frozen=True)
class Sentence:
    heading: str
    text: str


@dataclass(frozen=True)
class Question:
    text: str
    # Positions, from 0, of the sentences that answer it; none for a question that the lesson does not answer.
    sentences: tuple[int, ...]
    kind: str


@dataclass(frozen=True)
class Lesson:
    name: str
    title: str
    style: str
    sentences: tuple[Sentence, ...]
    # Positions, from 0, of the sentences that state its key facts, the most important first.
    keys: tuple[int, ...]
    questions: tuple[Question, ...]


def split_lessons(path: Path) -> dict[str, str]:
    """The lessons of a file by name: each begins with a line "=== name"."""
    with lzma.open(path, "rt", encoding="utf8") as file:
        parts = re.split(r"^=== (\S+)\n", file.read(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def read_lesson(name: str, text: str) -> Lesson:
    """Reads one lesson; raises LessonError."""
    title, style, heading, keys = "", "", "", ()
    sentences: list[Sentence] = []
    questions: list[Question] = []
    asking = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        where = f"line {number}"
        if not line:
            continue
        if line == "== questions":
            asking = True
        elif asking:
            questions.append(_read_question(line, where, len(sentences)))
        elif line.startswith("## "):
            heading = line[3:]
        elif line.startswith("# "):
            title = line[2:]
        elif line.startswith("style:"):
            style = line[6:].strip()
        elif line.startswith("key:"):
            keys = _read_positions(line[4:], where)
        else:
            match = re.fullmatch(r"(\d+) (.+)", line)
            if not match or int(match[1]) != len(sentences) + 1:
                raise LessonError(f"{where}: expected sentence {len(sentences) + 1}")
            sentences.append(Sentence(heading, match[2]))
    if not title or style not in STYLES or not heading:
        raise LessonError("needs a title, a style and headings")
    if not 20 <= len(sentences) <= 80:
        raise LessonError(f"has {len(sentences)} sentences")
    if keys and (len(set(keys)) not in KEYS or any(not 0 <= position < len(sentences) for position in keys)):
        raise LessonError(f"key: names {len(set(keys))} of its sentences, not 8 or 14")
    texts = [question.text.lower() for question in questions]
    for asked in texts:
        if texts.count(asked) > 1:
            raise LessonError(f"asks twice: {asked}")
    answered = sum(1 for question in questions if question.sentences)
    if answered < 20 or len(questions) - answered < 20:
        raise LessonError(f"has {answered} questions that it answers and {len(questions) - answered} that it does not")
    return Lesson(name, title, style, tuple(sentences), keys, tuple(questions))


def read_lessons(path: Path) -> list[Lesson]:
    """All lessons of a file, by name."""
    return [read_lesson(name, text) for name, text in sorted(split_lessons(path).items())]


def _read_question(line: str, where: str, count: int) -> Question:
    match = re.fullmatch(r"([+-]) ([^|]+) \| (.+)", line)
    if not match:
        raise LessonError(f"{where}: expected '+ 3 | ...' or '- missing | ...'")
    sign, about, text = match[1], match[2].strip(), match[3].strip()
    if sign == "-":
        if about not in KINDS:
            raise LessonError(f"{where}: no such kind: {about}")
        return Question(text, (), about)
    positions = _read_positions(about, where)
    if any(not 0 <= position < count for position in positions):
        raise LessonError(f"{where}: no such sentence: {about}")
    return Question(text, positions, "answered")


def _read_positions(text: str, where: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) - 1 for number in text.split())
    except ValueError:
        raise LessonError(f"{where}: expected numbers of sentences: {text.strip()}") from None
