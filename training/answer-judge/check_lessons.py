"""Reads training lessons and says what is wrong with them: python3 check_lessons.py FILE..."""

import sys
from pathlib import Path

from lessons import LessonError, read_lesson

failed = False
for name in sys.argv[1:] or [str(path) for path in sorted(Path(__file__).parent.glob("lessons/*.txt"))]:
    try:
        lesson = read_lesson(Path(name))
        answered = sum(1 for question in lesson.questions if question.sentences)
        print(f"{name}: {len(lesson.sentences)} sentences, {answered} + and {len(lesson.questions) - answered} -")
    except LessonError as error:
        failed = True
        print(f"{name}: {error}")
sys.exit(1 if failed else 0)
